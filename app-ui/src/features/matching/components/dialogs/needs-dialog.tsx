import { useTranslation } from 'ui-kit';
import type { Reason } from '../../../../shared/matches/types';
import { CriterionChip } from '../criterion-chip';
import { DialogFrame } from './dialog-frame';
import styles from './needs-dialog.module.css';

/** Explains what a group needs, and shows the answers that its members share. */
export function NeedsDialog({ needs, onClose }: { needs: readonly Reason[]; onClose: () => void }) {
  const { t } = useTranslation('matching');
  return (
    <DialogFrame title={t('mentorshipGroupNeeds')} onClose={onClose}>
      <p>{t('needs.text')}</p>
      {needs.length === 0 ? (
        <p>{t('noGroupNeeds')}</p>
      ) : (
        <ul className={styles.chips}>
          {needs.map(({ key, localeName, icon, localeAnswers }) => (
            <CriterionChip key={key} name={localeName} icon={icon} answers={localeAnswers} />
          ))}
        </ul>
      )}
      <p className={styles.soft}>{t('needs.clash')}</p>
    </DialogFrame>
  );
}
