import { Button } from '@mantine/core';
import { useState } from 'react';
import { announce, Banner, useTranslation } from 'ui-kit';
import { usePool, useRefusalText } from '../../api/queries';
import { DialogFrame } from './dialog-frame';
import styles from './leave-dialog.module.css';

/** Characters that the server accepts. */
const MOST_CHARACTERS = 500;

/** Asks before a person leaves matching; a reason is optional. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('matching');
  const pool = usePool(() => {
    onClose();
    announce(t('leave.done'));
  });
  const refusalText = useRefusalText();
  const [reason, setReason] = useState('');

  function leave(): void {
    if (pool.isPending) return;
    pool.mutate({ leaves: true, reason: reason.trim() });
  }

  return (
    <DialogFrame
      title={t('leave.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('leave.stay')}
          </Button>
          <Button aria-disabled={pool.isPending || undefined} onClick={leave}>
            {t('leave.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
      <label className={styles.field}>
        <span className={styles.label}>{t('leave.reason')}</span>
        <textarea
          className={styles.input}
          dir="auto"
          rows={3}
          maxLength={MOST_CHARACTERS}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      {pool.error !== null && (
        <Banner tone="danger" role="alert">
          {refusalText(pool.error)}
        </Banner>
      )}
    </DialogFrame>
  );
}
