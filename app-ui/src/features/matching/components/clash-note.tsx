import { useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import type { Criterion, Match, Reason } from '../../../shared/matches/types';
import styles from './clash-note.module.css';
import { CriterionChip } from './criterion-chip';

interface ClashNoteProps {
  id?: string;
  keys: readonly string[];
  match?: Match;
  /** What the group needs, to say why this candidate does not fit. */
  needs?: readonly Reason[];
  state: MatchingState;
}

/** The criteria in which a candidate and the group do not fit, as red chips. */
export function ClashNote({ id, keys, match, needs = [], state }: ClashNoteProps) {
  const { t } = useTranslation('matching');
  const clashText = useClashText(needs, state);
  return (
    <div className={styles.clash} id={id}>
      <p className={styles.title}>{t('clashingCriteria')}</p>
      <ul className={styles.chips}>
        {keys.map((key) => {
          const criterion = criterionOf(key, state, match);
          return (
            <CriterionChip
              key={key}
              name={criterion?.localeName ?? key}
              icon={criterion?.icon ?? ''}
              isClash
            />
          );
        })}
      </ul>
      {match !== undefined &&
        keys.map((key) => (
          <p key={key} className={styles.why}>
            {clashText(key, match)}
          </p>
        ))}
    </div>
  );
}

/** Returns a function that says what the group shares in a criterion, which a candidate does not. */
function useClashText(needs: readonly Reason[], { activeMatches }: MatchingState) {
  const { t, i18n } = useTranslation('matching');
  const list = (texts: readonly string[]) => new Intl.ListFormat(i18n.language).format(texts);
  const chosen = activeMatches.filter(({ interestStatus }) => interestStatus === 'interested');
  return (clash: string, { fullName: name }: Match): string => {
    const answers = needs.find(({ key }) => key === clash)?.localeAnswers ?? [];
    if (answers.length === 0) return t('clash.nothing', { name });
    const values = { answers: list(answers), name };
    return chosen.length === 0
      ? t('clash.group', values)
      : t('clash.chosen', { ...values, chosen: list(chosen.map(({ fullName }) => fullName)) });
  };
}

/** Finds the name of a criterion, which one of the two sides may lack. */
function criterionOf(key: string, state: MatchingState, match?: Match): Criterion | undefined {
  const people = [
    ...(match === undefined ? [] : [match]),
    ...state.activeMatches,
    ...(state.groupInfo?.existingMemberInfo ?? []),
  ];
  return people.map(({ exclusiveCriteria }) => exclusiveCriteria[key]).find((one) => one !== undefined);
}
