import { useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import type { Criterion, Match } from '../../../shared/matches/types';
import styles from './clash-note.module.css';
import { CriterionChip } from './criterion-chip';

interface ClashNoteProps {
  id?: string;
  keys: readonly string[];
  match?: Match;
  state: MatchingState;
}

/** The criteria in which a candidate and the group do not fit, as red chips. */
export function ClashNote({ id, keys, match, state }: ClashNoteProps) {
  const { t } = useTranslation('matching');
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
    </div>
  );
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
