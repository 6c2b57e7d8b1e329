import type { WireAnswer, WireQuestion } from '../../shared/questions/wire';
import { PICTURES } from './sample-pictures';

/** A question of each type in three languages, and a type that does not exist. */

type Texts = readonly [en: string, de: string, ar: string];
type Sample = Partial<WireQuestion> & {
  type: string;
  texts: Texts;
  help?: Texts;
  choices?: readonly Texts[];
};

const LANGUAGES = ['en', 'de', 'ar'];

const DAYS: Texts[] = [
  ['Monday', 'Montag', 'الاثنين'],
  ['Wednesday', 'Mittwoch', 'الأربعاء'],
  ['Friday', 'Freitag', 'الجمعة'],
  ['Saturday', 'Samstag', 'السبت'],
];
const AGREEMENT: Texts[] = [
  ['Strongly disagree', 'Stimme überhaupt nicht zu', 'لا أوافق إطلاقًا'],
  ['Disagree', 'Stimme nicht zu', 'لا أوافق'],
  ['Neither', 'Teils, teils', 'محايد'],
  ['Agree', 'Stimme zu', 'أوافق'],
  ['Strongly agree', 'Stimme voll zu', 'أوافق بشدة'],
];
const SEVEN: Texts[] = [
  ...AGREEMENT.slice(0, 2),
  ['Rather disagree', 'Stimme eher nicht zu', 'أميل إلى عدم الموافقة'],
  ['Neither', 'Teils, teils', 'محايد'],
  ['Rather agree', 'Stimme eher zu', 'أميل إلى الموافقة'],
  ...AGREEMENT.slice(3),
];
const PLACES: Texts[] = [
  ['Workshop', 'Werkstatt', 'ورشة'],
  ['Forest', 'Wald', 'غابة'],
  ['Hospital', 'Krankenhaus', 'مستشفى'],
];
const SKILLS: Texts[] = [
  ['Writing', 'Schreiben', 'الكتابة'],
  ['Mathematics', 'Mathematik', 'الرياضيات'],
  ['Languages', 'Sprachen', 'اللغات'],
  ['Presenting to a group', 'Vor einer Gruppe sprechen', 'التحدث أمام مجموعة'],
  ['Working with your hands', 'Handwerkliches Arbeiten', 'العمل اليدوي'],
  ['Programming', 'Programmieren', 'البرمجة'],
  ['Listening', 'Zuhören', 'الاستماع'],
  ['Planning', 'Planen', 'التخطيط'],
  ['Music', 'Musik', 'الموسيقى'],
  ['Sport', 'Sport', 'الرياضة'],
];
const TEN: Texts[] = [
  ['1 – badly', '1 – schlecht', '1 – سيئًا'],
  ...Array.from({ length: 8 }, (_, index) => String(index + 2)).map((n): Texts => [n, n, n]),
  ['10 – very well', '10 – sehr gut', '10 – جيدًا جدًا'],
];

const SAMPLES: readonly Sample[] = [
  {
    type: 'Text',
    texts: ['What shall we call you?', 'Wie dürfen wir dich nennen?', 'بماذا نناديك؟'],
    help: ['Your mentor sees this name.', 'Dein*e Mentor*in sieht diesen Namen.', 'سيرى من يرشدك هذا الاسم.'],
  },
  { type: 'Password', texts: ['A word that you keep secret', 'Ein geheimes Wort', 'كلمة تبقيها سرية'] },
  {
    type: 'Number',
    texts: [
      'How many hours a week do you have?',
      'Wie viele Stunden hast du pro Woche?',
      'كم ساعة لديك في الأسبوع؟',
    ],
  },
  {
    type: 'TextBox',
    texts: ['What would you like to learn?', 'Was möchtest du lernen?', 'ماذا تريد أن تتعلم؟'],
  },
  {
    type: 'SingleChoiceRadio',
    texts: ['Which day suits you best?', 'Welcher Tag passt dir am besten?', 'أي يوم يناسبك أكثر؟'],
    choices: DAYS,
  },
  {
    type: 'SingleChoiceDropDown',
    texts: ['What are you best at?', 'Was kannst du am besten?', 'في ماذا أنت الأفضل؟'],
    choices: SKILLS,
  },
  {
    type: 'SimpleDropDown',
    texts: ['And the second day?', 'Und der zweite Tag?', 'وما اليوم الثاني؟'],
    choices: DAYS,
  },
  {
    type: 'MultiChoiceDropDown',
    texts: ['What do you want help with?', 'Wobei möchtest du Hilfe?', 'بماذا تريد المساعدة؟'],
    choices: SKILLS,
  },
  {
    type: 'SingleChoiceButton',
    texts: ['How do you like to talk?', 'Wie redest du am liebsten?', 'كيف تفضل التحدث؟'],
    choices: [
      ['In writing', 'Schriftlich', 'كتابةً'],
      ['By phone', 'Am Telefon', 'بالهاتف'],
      ['By video', 'Per Video', 'بالفيديو'],
    ],
  },
  {
    type: 'Date',
    texts: ['When were you born?', 'Wann bist du geboren?', 'متى وُلدت؟'],
    noFuture: true,
  },
  {
    type: 'DateTime',
    texts: [
      'When do you want to meet first?',
      'Wann wollt ihr euch zuerst treffen?',
      'متى تريدان اللقاء لأول مرة؟',
    ],
  },
  {
    type: 'AgreeabilityThreeOptions',
    texts: ['I like to work in a group.', 'Ich arbeite gern in einer Gruppe.', 'أحب العمل ضمن مجموعة.'],
    choices: [AGREEMENT[1], AGREEMENT[2], AGREEMENT[3]].filter((one) => one !== undefined),
  },
  {
    type: 'AgreeabilityFiveOptions',
    texts: ['I know whom I can ask.', 'Ich weiß, wen ich fragen kann.', 'أعرف من يمكنني أن أسأل.'],
    choices: AGREEMENT,
  },
  {
    type: 'AgreeabilitySevenScale',
    texts: ['I have plans for next year.', 'Ich habe Pläne für nächstes Jahr.', 'لدي خطط للعام المقبل.'],
    choices: SEVEN,
  },
  {
    type: 'AgreeabilityTenScale',
    texts: ['How well did you sleep?', 'Wie gut hast du geschlafen?', 'كيف كان نومك؟'],
    choices: TEN,
  },
  { type: 'Scale', texts: ['How sure are you?', 'Wie sicher bist du?', 'ما مدى تأكدك؟'] },
  {
    type: 'ImageResponse',
    texts: ['Show us where you learn.', 'Zeig uns, wo du lernst.', 'أرنا أين تدرس.'],
  },
  {
    type: 'SingleImageUpload',
    texts: ['A picture of your project', 'Ein Bild deines Projekts', 'صورة لمشروعك'],
  },
  {
    type: 'YoutubeVideo',
    texts: [
      'Watch this film about a rabbit.',
      'Sieh dir diesen Film über einen Hasen an.',
      'شاهد هذا الفيلم عن أرنب.',
    ],
    video: {
      id: 'aqz-KE-bpKQ',
      transcript: 'A large rabbit wakes up. Three rodents bother him.\nHe makes a plan.',
    },
  },
  { type: 'Document', texts: ['Your CV', 'Dein Lebenslauf', 'سيرتك الذاتية'] },
  {
    type: 'SingleChoiceWithImage',
    texts: ['Where would you like to work?', 'Wo würdest du gern arbeiten?', 'أين تود أن تعمل؟'],
    choices: PLACES,
  },
  {
    type: 'MultiChoiceWithImage',
    texts: ['Where have you been?', 'Wo warst du schon?', 'أين كنت من قبل؟'],
    choices: PLACES,
  },
  {
    type: 'ArrangeInOrder',
    texts: ['What matters most to you?', 'Was ist dir am wichtigsten?', 'ما الأهم بالنسبة إليك؟'],
    choices: [...SKILLS.slice(3, 8)],
  },
  {
    type: 'HologramResponse',
    texts: ['A type of next year', 'Ein Typ vom nächsten Jahr', 'نوع من العام المقبل'],
  },
  {
    type: 'Scale',
    key: 'short-scale',
    texts: ['How was your week?', 'Wie war deine Woche?', 'كيف كان أسبوعك؟'],
    mandatory: false,
    scaleQuestionnaire: { options: [1, 2, 3, 4, 5].map((option) => ({ option })) },
  },
  {
    type: 'Scale',
    key: 'long-scale',
    texts: [
      'How much of it have you done, in per cent?',
      'Wie viel Prozent hast du geschafft?',
      'كم أنجزت منه بالمئة؟',
    ],
    mandatory: false,
    scaleQuestionnaire: { options: Array.from({ length: 101 }, (_, option) => ({ option })) },
  },
  {
    type: 'Text',
    key: 'only-friday',
    texts: ['At what time on Friday?', 'Um wie viel Uhr am Freitag?', 'في أي ساعة يوم الجمعة؟'],
    mandatory: false,
    visibleIf: { question: 'SingleChoiceRadio', anyOf: ['o3'] },
  },
];

/** Returns the samples as the server would send them. */
export function samples(language: string): WireQuestion[] {
  const at = Math.max(0, LANGUAGES.indexOf(language));
  return SAMPLES.map(({ texts, help, choices = [], ...more }, index) => ({
    key: more.type,
    displayOrder: index,
    mandatory: true,
    title: texts[0],
    localeTitle: texts[at] ?? null,
    helpText: help?.[0] ?? null,
    localeHelpText: help?.[at] ?? null,
    answerOptions: choices.map((choice, index) => ({
      key: `o${index + 1}`,
      label: choice[0],
      localeLabel: choice[at] ?? null,
      displayOrder: index,
      image: more.type.endsWith('WithImage') ? (PICTURES[index] ?? null) : null,
    })),
    ...more,
  }));
}

const answers = (all: Record<string, unknown>): WireAnswer[] =>
  Object.entries(all).map(([questionKey, answer]) => ({ questionKey, answer }));

const FILE = { file: 'sample', url: PICTURES[1] ?? '', name: 'desk.png' };

export const ANSWERED = answers({
  Text: 'Maya',
  Password: 'riverbank',
  Number: 2.5,
  TextBox: 'To speak in front of people.\nAnd a bit of Spanish.',
  SingleChoiceRadio: 'o3',
  SingleChoiceDropDown: 'o6',
  SimpleDropDown: 'o4',
  MultiChoiceDropDown: ['o1', 'o4', 'o5'],
  SingleChoiceButton: 'o2',
  Date: '2011-02-28',
  DateTime: '2026-12-01T16:30:00+01:00',
  AgreeabilityThreeOptions: 'o3',
  AgreeabilityFiveOptions: 'o4',
  AgreeabilitySevenScale: 'o6',
  AgreeabilityTenScale: 'o8',
  Scale: 7,
  ImageResponse: { ...FILE, title: 'My desk' },
  SingleImageUpload: FILE,
  YoutubeVideo: 'elsewhere',
  Document: { ...FILE, name: 'cv.pdf' },
  SingleChoiceWithImage: 'o2',
  MultiChoiceWithImage: ['o1', 'o3'],
  ArrangeInOrder: ['o2', 'o1', 'o4', 'o5', 'o3'],
  'short-scale': 4,
  'long-scale': 40,
  'only-friday': '16:30',
});

export const WRONG = answers({
  Number: 'seven',
  Date: '2999-01-01',
  Scale: 11,
  ImageResponse: FILE,
  SingleChoiceDropDown: 'removed',
});
