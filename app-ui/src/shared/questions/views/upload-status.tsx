import { Button } from '@mantine/core';
import { CircleAlert, X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { UploadState } from '../uploads';
import styles from './file-views.module.css';

interface UploadStatusProps {
  state: UploadState;
  message: string | null;
  onRetry: () => void;
  onCancel: () => void;
}

/** The progress of an upload, or why it ended. */
export function UploadStatus({ state, message, onRetry, onCancel }: UploadStatusProps) {
  const { t } = useTranslation('questions');
  const { name } = state;
  return (
    <div className={styles.status} data-status={state.status}>
      {state.status === 'uploading' ? (
        <div className={styles.progress}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <progress
            className={styles.bar}
            aria-label={t('file.uploading', { name })}
            value={state.share}
            max={1}
          />
          <span aria-hidden className={styles.share}>
            {`${Math.round(state.share * 100)} %`}
          </span>
        </div>
      ) : (
        <p className={styles.message}>
          <CircleAlert aria-hidden size={16} />
          {message}
        </p>
      )}
      {state.status === 'failed' && (
        <Button variant="light" className={styles.choose} onClick={onRetry}>
          {t('file.retry')}
        </Button>
      )}
      <IconButton
        label={t(state.status === 'uploading' ? 'file.cancel' : 'file.dismiss', { name })}
        size={44}
        onClick={onCancel}
      >
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
