import { useTranslation } from 'ui-kit';
import type { KeyEffects } from './session';
import styles from './sessions.module.css';

/** What a correction means for those who answered. */
export function KeyEffectList({ effects: { people, gained, lost, allRight } }: { effects: KeyEffects }) {
  const { t } = useTranslation('staff');
  return (
    <>
      <ul className={styles.effects}>
        {people === 0 && <li>{t('content.key.effects.none')}</li>}
        {gained > 0 && <li>{t('content.key.effects.gained', { count: gained })}</li>}
        {allRight > 0 && <li>{t('content.key.effects.allRight', { count: allRight })}</li>}
        {lost > 0 && <li>{t('content.key.effects.lost', { count: lost })}</li>}
        {people > 0 && gained + lost === 0 && <li>{t('content.key.effects.same', { count: people })}</li>}
      </ul>
      <p className={styles.note}>{t('content.key.stays')}</p>
      {gained + lost > 0 && <p className={styles.note}>{t('content.key.notified')}</p>}
    </>
  );
}
