import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../shared/forms/link-button';
import type { MatchingState } from '../../../shared/matches/active-matches';
import type { Reason } from '../../../shared/matches/types';
import { ClashNote } from './clash-note';
import { CriterionChip } from './criterion-chip';
import styles from './group-needs.module.css';
import { useOpenDialog } from './use-open-dialog';

interface GroupNeedsProps {
  needs: readonly Reason[];
  /** The criteria in which undecided candidates clash. */
  clashes: readonly string[];
  state: MatchingState;
}

/** What a candidate needs to fit the group, and which of it rules candidates out at the moment. */
export function GroupNeeds({ needs, clashes, state }: GroupNeedsProps) {
  const { t } = useTranslation('matching');
  const { open } = useOpenDialog();
  return (
    <section className={styles.needs} aria-labelledby="matching-needs">
      <h2 className={styles.title} id="matching-needs">
        {t('mentorshipGroupNeeds')}
      </h2>
      {needs.length === 0 ? (
        <p className={styles.none}>{t('noGroupNeeds')}</p>
      ) : (
        <>
          <ul className={styles.chips}>
            {needs.map(({ key, localeName, icon, localeAnswers }) => (
              <CriterionChip key={key} name={localeName} icon={icon} answers={localeAnswers} />
            ))}
          </ul>
          <LinkButton onClick={() => open('needs')}>{t('moreInfo')}</LinkButton>
        </>
      )}
      {clashes.length > 0 && <ClashNote keys={clashes} state={state} />}
    </section>
  );
}
