import type { ShownProblem } from './use-form';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Returns the sentence of a problem. The specification names the first three keys and their English texts. */
export function problemText(t: Translate, problem: ShownProblem): string {
  switch (problem.code) {
    case 'mandatory':
      return t('fieldIsMandatory');
    case 'not_numeric':
      return t('mustBeNumeric');
    case 'title_mandatory':
      return t('titleIsMandatory');
    case 'too_long':
      return t('problems.tooLong', { max: problem.max });
    case 'outside_scale':
      return t('problems.outsideScale', { min: problem.min, max: problem.max });
    case 'control_characters':
      return t('problems.controlCharacters');
    case 'not_a_date':
      return t('problems.notADate');
    case 'future_date':
      return t('problems.futureDate');
    case 'not_all_options':
      return t('problems.notAllOptions');
    case 'uploading':
      return t('problems.uploading');
    // The page is older than the question.
    case 'unknown_question':
    case 'unknown_option':
    case 'wrong_form':
      return t('problems.outdated');
  }
}
