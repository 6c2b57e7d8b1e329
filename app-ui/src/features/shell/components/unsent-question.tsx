import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import styles from './account-panel.module.css';

interface UnsentQuestionProps {
  /** Whether trying again can help. */
  canSend: boolean;
  isBusy: boolean;
  onSend: () => void;
  onDelete: () => void;
  onStay: () => void;
}

/** Asks before a sign-out what becomes of answers that are on this device only. */
export function UnsentQuestion({ canSend, isBusy, onSend, onDelete, onStay }: UnsentQuestionProps) {
  const { t } = useTranslation('app');
  const question = useRef<HTMLDivElement>(null);
  // It takes the place of the button that had the focus.
  useEffect(() => question.current?.focus(), []);
  return (
    <div className={styles.question} ref={question} tabIndex={-1}>
      <Banner>{t('shell.unsent.text')}</Banner>
      {canSend && (
        <Button fullWidth aria-disabled={isBusy || undefined} onClick={onSend}>
          {t('shell.unsent.send')}
        </Button>
      )}
      <Button variant="default" fullWidth aria-disabled={isBusy || undefined} onClick={onDelete}>
        {t('shell.unsent.delete')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onStay}>
        {t('shell.unsent.stay')}
      </Button>
    </div>
  );
}
