import type { Criteria, CriterionAnswers, Reason } from '../../../shared/matches/types';

type Text = readonly [en: string, de: string, ar: string];

/** Returns the text of a language; English for those that the samples do not have. */
export const inLanguage = ([en, de, ar]: Text, language: string): string =>
  language === 'de' ? de : language === 'ar' ? ar : en;

const CRITERIA = {
  languages: { icon: 'language', text: ['Languages', 'Sprachen', 'اللغات'] },
  field: { icon: 'briefcase', text: ['Field of work', 'Berufsfeld', 'مجال العمل'] },
  time: { icon: 'clock', text: ['When you have time', 'Wann ihr Zeit habt', 'أوقات الفراغ'] },
  interests: { icon: 'heart', text: ['Interests', 'Interessen', 'الاهتمامات'] },
  goal: { icon: 'target', text: ['What matters most', 'Was am wichtigsten ist', 'الأهم'] },
} as const satisfies Record<string, { icon: string; text: Text }>;

export type CriterionKey = keyof typeof CRITERIA;

const OPTIONS = {
  en: ['English', 'Englisch', 'الإنجليزية'],
  de: ['German', 'Deutsch', 'الألمانية'],
  ar: ['Arabic', 'Arabisch', 'العربية'],
  health: ['Health and care', 'Gesundheit und Pflege', 'الصحة والرعاية'],
  technology: ['Technology', 'Technik', 'التقنية'],
  crafts: ['Crafts', 'Handwerk', 'الحِرف'],
  evenings: ['Weekday evenings', 'Abends unter der Woche', 'مساء أيام الأسبوع'],
  weekends: ['Weekends', 'Am Wochenende', 'عطلة نهاية الأسبوع'],
  mornings: ['Weekday mornings', 'Morgens unter der Woche', 'صباح أيام الأسبوع'],
  music: ['Music', 'Musik', 'الموسيقى'],
  sport: ['Sport', 'Sport', 'الرياضة'],
  training: ['Finding a training place', 'Einen Ausbildungsplatz finden', 'إيجاد فرصة تدريب'],
} as const satisfies Record<string, Text>;

export type OptionKey = keyof typeof OPTIONS;
export type Answers = Partial<Record<CriterionKey, OptionKey[]>>;

const MANDATORY: readonly CriterionKey[] = ['languages', 'time'];

const entriesOf = (answers: Answers) => Object.entries(answers) as [CriterionKey, OptionKey[]][];

export function criteriaOf(answers: Answers, language: string): Criteria {
  return Object.fromEntries(
    entriesOf(answers).map(([key, matchedAnswer]) => {
      const { icon, text } = CRITERIA[key];
      const mandatory = MANDATORY.includes(key);
      return [key, { mandatory, matchedAnswer, name: text[0], localeName: inLanguage(text, language), icon }];
    }),
  );
}

export function reasonsOf(answers: Answers, language: string): Reason[] {
  return entriesOf(answers).map(([key, options]) => {
    const { icon, text } = CRITERIA[key];
    return {
      key,
      name: text[0],
      localeName: inLanguage(text, language),
      icon,
      answers: options.map((option) => OPTIONS[option][0]),
      localeAnswers: options.map((option) => inLanguage(OPTIONS[option], language)),
    };
  });
}

/** Returns the rows of the details dialog; `shared` are the answers in common. */
export function rowsOf(answers: Answers, shared: readonly OptionKey[], language: string): CriterionAnswers[] {
  const inAll = (keys: readonly OptionKey[]) => keys.map((key) => inLanguage(OPTIONS[key], language));
  return entriesOf(answers).map(([key, answer], order) => {
    const { icon, text } = CRITERIA[key];
    const matchedAnswer = answer.filter((one) => shared.includes(one));
    const help: Text =
      key === 'languages'
        ? ['You share a language.', 'Ihr habt eine gemeinsame Sprache.', 'لديكما لغة مشتركة.']
        : ['', '', ''];
    return {
      order,
      key,
      matchingCriteria: text[0],
      localeMatchingCriteria: inLanguage(text, language),
      answer,
      localeAnswer: inAll(answer),
      matchedAnswer,
      localeMatchedAnswer: inAll(matchedAnswer),
      helpText: help[0],
      localeHelpText: inLanguage(help, language),
      icon,
      match: matchedAnswer.length > 0,
    };
  });
}
