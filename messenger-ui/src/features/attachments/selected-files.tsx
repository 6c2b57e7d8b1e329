import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import { FileIcon } from '../../components/file-icon';
import { FileName } from '../../components/file-name';
import { useSendErrorText } from '../../hooks/use-send-error-text';
import { formatSize, isFaultOfFile } from '../../model/files';
import { chosenUploads, MAX_CHOSEN_FILES, type Upload } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { ProgressRing } from './progress-ring';
import styles from './selected-files.module.css';
import { useFilePicker } from './use-file-picker';

interface SelectedFilesProps {
  channelId: string;
  /** The message has no text: a file alone is easily sent by mistake. */
  isAlone: boolean;
  /** Adds files. */
  onFiles: (files: readonly File[]) => void;
  onRemoved: () => void;
}

/** The files of the next messages, and the problem with the last rejected file. */
export function SelectedFiles({ channelId, isAlone, onFiles, onRemoved }: SelectedFilesProps) {
  const { t } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const byId = useStore(uploads, (state) => state.byId);
  const chosen = useStore(uploads, (state) => state.chosen);
  const problem = useStore(uploads, ({ problems }) => problems.get(channelId));
  const files = useMemo(() => chosenUploads({ byId, chosen }, channelId), [byId, chosen, channelId]);
  const isRefused = files.some(({ status }) => status === 'refused');
  const remove = (id: string) => uploads.dismiss(channelId, id);

  return (
    <>
      {problem !== undefined && (
        <div className={styles.problem} role="alert">
          <span>{t(`attachments.problem.${problem}`, { count: MAX_CHOSEN_FILES })}</span>
          <IconButton
            size={28}
            label={t('attachments.dismiss')}
            onClick={() => uploads.clearProblem(channelId)}
          >
            <X aria-hidden size={15} />
          </IconButton>
        </div>
      )}
      {files.length > 0 && (
        <div className={styles.area}>
          <div className={styles.chips}>
            {files.map((upload, index) => (
              <SelectedFileChip
                key={upload.id}
                upload={upload}
                label={
                  files.length === 1
                    ? t('attachments.label')
                    : t('attachments.labelOf', { index: index + 1, count: files.length })
                }
                onReplace={(replacement) => {
                  remove(upload.id);
                  onFiles(replacement);
                }}
                onRetry={() => uploads.retry(upload.id)}
                onRemove={() => {
                  remove(upload.id);
                  onRemoved();
                }}
              />
            ))}
          </div>
          {isAlone && !isRefused && <p className={styles.warning}>{t('attachments.cannotDeleteWarning')}</p>}
        </div>
      )}
    </>
  );
}

interface SelectedFileChipProps {
  upload: Upload;
  label: string;
  onReplace: (files: readonly File[]) => void;
  onRetry: () => void;
  onRemove: () => void;
}

function SelectedFileChip({ upload, label, onReplace, onRetry, onRemove }: SelectedFileChipProps) {
  const { t, i18n } = useTranslation('messenger');
  const { fileInput, open } = useFilePicker(t('attachments.chooseAnother'), onReplace, false);
  const sendErrorText = useSendErrorText();
  const { name, type, size, preview, status, progress, failure } = upload;
  const isRejected = status === 'refused';
  const rejection = isRejected ? sendErrorText(failure) : undefined;
  useEffect(() => announce(t('attachments.selected', { name })), [name, t]);
  useEffect(() => {
    if (rejection !== undefined) announce(rejection);
  }, [rejection]);
  const canReplace = isRejected && isFaultOfFile(failure);
  // A retry cannot succeed while attachments are turned off.
  const canRetry = isRejected && failure !== 'attachments_off';
  const retryButton = (
    <UnstyledButton className={styles.action} onClick={onRetry}>
      {t('retry')}
    </UnstyledButton>
  );
  return (
    <section className={styles.chip} data-refused={isRejected || undefined} aria-label={label}>
      <span className={styles.thumbnail}>
        {preview === null ? <FileIcon name={name} type={type} size={44} /> : <img src={preview} alt="" />}
        {status === 'uploading' && <ProgressRing progress={progress} label={t('attachments.uploading')} />}
      </span>
      <span className={styles.details}>
        <FileName name={name} className={styles.name} />
        <span className={styles.state}>
          {rejection !== undefined
            ? rejection
            : status === 'waiting'
              ? t('attachments.waiting')
              : size > 0 && formatSize(size, i18n.language)}
        </span>
        {canReplace ? (
          <>
            <UnstyledButton className={styles.action} onClick={open}>
              {t('attachments.chooseAnother')}
            </UnstyledButton>
            {fileInput}
          </>
        ) : (
          canRetry && retryButton
        )}
      </span>
      {status === 'waiting' && retryButton}
      <IconButton size={32} label={t('attachments.remove', { name })} onClick={onRemove}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
