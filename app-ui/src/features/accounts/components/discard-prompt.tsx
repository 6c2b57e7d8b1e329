import { Button } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import styles from './discard-prompt.module.css';

/** Asks whether what was typed is lost. */
export function DiscardPrompt({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('app');
  return (
    <div className={styles.discard} role="alert">
      <p>{t('profile.unsaved')}</p>
      <div className={styles.buttons}>
        <Button variant="subtle" color="red" onClick={onLeave}>
          {t('profile.discard')}
        </Button>
        <Button autoFocus onClick={onStay}>
          {t('profile.keepEditing')}
        </Button>
      </div>
    </div>
  );
}
