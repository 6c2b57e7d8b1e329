import { useTranslation } from 'ui-kit';
import type { Round } from './round';
import styles from './round-state.module.css';

/** Where a round stands. */
export function RoundState({ state }: Pick<Round, 'state'>) {
  const { t } = useTranslation('staff');
  return (
    <span className={styles.state} data-state={state}>
      {t(`matching.states.${state}`)}
    </span>
  );
}
