import type { Match, ScreenText, Status, Tracker } from '../../../shared/matches/types';
import { type Answers, criteriaOf, inLanguage, type OptionKey, reasonsOf } from './sample-criteria';

const HOUR_MS = 3_600_000;
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

interface Person {
  id: string;
  fullName: string;
  role: 'Mentor' | 'Mentee';
  affiliation: readonly [string, string, string];
  answers: Answers;
}

const NOTHING = ['', '', ''] as const;

export const MENTORS: readonly Person[] = [
  {
    id: 'nina',
    fullName: 'Nina Okafor',
    role: 'Mentor',
    affiliation: [
      'Nurse and team leader at the Riverside clinic. I came here at fifteen without knowing the language, and found my way through a training place that I almost did not apply for. Ask me about shifts, about exams, and about how to say no.',
      'Pflegefachkraft und Teamleiterin in der Klinik am Fluss. Mit fünfzehn kam ich hierher, ohne die Sprache zu können, und fand meinen Weg über einen Ausbildungsplatz, um den ich mich fast nicht beworben hätte. Frag mich nach Schichten und Prüfungen.',
      'ممرضة وقائدة فريق في مستشفى النهر. جئت إلى هنا في الخامسة عشرة دون أن أعرف اللغة، ووجدت طريقي من خلال فرصة تدريب كدت لا أتقدم إليها. اسألني عن المناوبات وعن الامتحانات وعن كيفية قول لا وعن كل ما يشغل بالك في بداية الطريق.',
    ],
    answers: { languages: ['en', 'ar'], field: ['health'], time: ['evenings'], goal: ['training'] },
  },
  {
    id: 'joel',
    fullName: 'Joel',
    role: 'Mentor',
    affiliation: ['Software developer', 'Softwareentwickler', 'مطوّر برمجيات'],
    answers: { languages: ['en', 'de'], interests: ['music'], time: ['weekends'] },
  },
  {
    id: 'carla',
    fullName: 'Carla Maria de Souza',
    role: 'Mentor',
    affiliation: ['Carpenter, Workshop for All', 'Tischlerin, Werkstatt für alle', 'نجّارة في ورشة للجميع'],
    answers: { field: ['crafts'], languages: ['de'], interests: ['sport', 'music'] },
  },
];

export const MENTEES: readonly Person[] = [
  {
    id: 'leo',
    fullName: 'Leo',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['en', 'ar'], time: ['evenings', 'weekends'], field: ['health'] },
  },
  {
    id: 'mina',
    fullName: 'Mina',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['en'], time: ['evenings'], interests: ['music'] },
  },
  {
    id: 'samir',
    fullName: 'Samir',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['ar'], time: ['evenings'], interests: ['sport'] },
  },
  {
    id: 'ida',
    fullName: 'Ida',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['en'], time: ['mornings'], goal: ['training'] },
  },
];

export const MEMBERS: readonly Person[] = [
  {
    id: 'yara',
    fullName: 'Yara',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['en', 'ar'], time: ['evenings'] },
  },
  {
    id: 'ben',
    fullName: 'Ben',
    role: 'Mentee',
    affiliation: NOTHING,
    answers: { languages: ['en', 'ar'], time: ['evenings', 'weekends'] },
  },
];

export const personOf = (id: string): Person | undefined =>
  [...MENTORS, ...MENTEES, ...MEMBERS].find((one) => one.id === id);

/** The answers that the reader has in common with the others. */
export const SHARED: readonly OptionKey[] = ['en', 'evenings', 'health', 'training', 'music'];

export function matchOf(
  { id, fullName, role, affiliation, answers }: Person,
  language: string,
  change: Partial<Match> = {},
): Match {
  return {
    id,
    email: `alias-${id}`,
    fullName,
    displayName: fullName.split(' ')[0] ?? '',
    role,
    displayPicture: null,
    status: 'ACTIVE',
    historyMessage: 'act_today',
    updatedTimestamp: hoursAgo(20),
    affiliation: inLanguage(affiliation, language),
    interestStatus: null,
    groupCompatibility: null,
    clashingCriterias: [],
    exclusiveCriteria: criteriaOf(answers, language),
    group: null,
    reasons: reasonsOf(answers, language).slice(0, 3),
    expiresAt: hoursAgo(-52),
    isExpired: false,
    ...change,
  };
}

const entry = (
  fullName: string,
  status: Status,
  historyMessage: Tracker['historyMessage'],
  hours: number,
): Tracker => ({
  id: `past-${fullName}`,
  email: `past-${fullName}`,
  fullName,
  displayName: fullName,
  role: 'Mentor',
  displayPicture: null,
  status,
  historyMessage,
  updatedTimestamp: hoursAgo(hours),
});

export const HISTORY: readonly Tracker[] = [
  entry('Nina', 'ACTIVE', 'act_today', 0),
  entry('Joel', 'PENDING', 'waiting_for_mentor', 0),
  entry('Amal', 'PENDING', 'selected', 30),
  entry('Peter', 'EXPIRED', 'auto_expired', 30),
  entry('Ruth', 'REJECTED', 'rejected_by_you', 200),
  entry('Tariq', 'PAIR_COMPLETE', 'accepted_elsewhere', 200),
];

export function screensOf(language: string): ScreenText[] {
  const screen = (
    key: ScreenText['key'],
    title: readonly [string, string, string],
    description: readonly [string, string, string],
  ): ScreenText => ({
    key,
    title: title[0],
    localeTitle: inLanguage(title, language),
    description: description[0],
    localeDescription: inLanguage(description, language),
    image: '',
  });
  return [
    screen(
      'finding_matches',
      ['We are finding your people', 'Wir suchen deine Leute', 'نبحث لك عن الأشخاص المناسبين'],
      [
        'We compare your answers with those of everyone in the programme. You get a message as soon as there is someone for you. Until then you can change your answers, take sessions in the Learning Hub, or simply wait.',
        'Wir vergleichen deine Antworten mit denen aller im Programm. Du bekommst eine Nachricht, sobald jemand für dich dabei ist. Bis dahin kannst du deine Antworten ändern, Lerneinheiten machen oder einfach abwarten.',
        'نقارن إجاباتك بإجابات جميع المشاركين في البرنامج. ستصلك رسالة عندما نجد شخصًا يناسبك. حتى ذلك الحين يمكنك تغيير إجاباتك أو متابعة جلسات مركز التعلّم أو الانتظار فحسب، فلا يفوتك شيء.',
      ],
    ),
    screen(
      'potential_match',
      ['Meet who fits you', 'Diese Menschen passen zu dir', 'تعرّف إلى من يناسبك'],
      [
        'Read why each person fits, and say who you would like to get to know.',
        'Lies, warum ihr zusammenpasst, und sag, wen du kennenlernen möchtest.',
        'اقرأ لماذا يناسبك كل شخص وقل من تودّ التعرّف إليه.',
      ],
    ),
    screen(
      'awaiting_mentor_response',
      ['Now they decide', 'Jetzt entscheiden sie', 'القرار الآن لهم'],
      [
        'Your mentors have been asked. You get a message with their answer.',
        'Deine Wunschpersonen sind gefragt. Du bekommst eine Nachricht mit ihrer Antwort.',
        'سألنا من اخترتهم، وستصلك رسالة بردّهم.',
      ],
    ),
    screen(
      'group_hold',
      ['You are in', 'Du bist dabei', 'أنت ضمن المجموعة'],
      [
        'The group starts when it is full, or a few days after the last person joined.',
        'Die Gruppe startet, wenn sie voll ist, oder wenige Tage nach dem letzten Neuzugang.',
        'تبدأ المجموعة عندما تكتمل، أو بعد أيام قليلة من انضمام آخر فرد.',
      ],
    ),
  ];
}
