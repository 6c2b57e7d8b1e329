import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import { formatSize, isFaultOfFile, shortName } from '../../model/files';
import type { Upload } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { useFailureText } from '../conversation/use-failure-text';
import styles from './chosen-file.module.css';
import { FileIcon } from './file-icon';
import { ProgressRing } from './progress-ring';
import { useFileChooser } from './use-file-chooser';

interface ChosenFileProps {
  channelId: string;
  /** A file without a word is easily sent by mistake. */
  isAlone: boolean;
  /** Other files instead of it. */
  onFiles: (files: readonly File[]) => void;
  onRemoved: () => void;
}

/** The file that goes with the next message, and what was wrong with the last one that was chosen. */
export function ChosenFile({ channelId, isAlone, onFiles, onRemoved }: ChosenFileProps) {
  const { t } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const chosen = useStore(uploads, ({ byId, chosen }) => byId.get(chosen.get(channelId) ?? ''));
  const problem = useStore(uploads, ({ problems }) => problems.get(channelId));
  const name = chosen?.name;
  useEffect(() => {
    if (name !== undefined) announce(t('files.chosen', { name }));
  }, [name, t]);
  const failureText = useFailureText();
  const refusal = chosen?.status === 'refused' ? failureText(chosen.failure) : undefined;
  useEffect(() => {
    if (refusal !== undefined) announce(refusal);
  }, [refusal]);

  return (
    <>
      {problem !== undefined && (
        <div className={styles.problem} role="alert">
          <span>{t(`files.problem.${problem}`)}</span>
          <IconButton size={28} label={t('files.dismiss')} onClick={() => uploads.forgetProblem(channelId)}>
            <X aria-hidden size={15} />
          </IconButton>
        </div>
      )}
      {chosen && (
        <div className={styles.area}>
          <Chip
            upload={chosen}
            refusal={refusal}
            onFiles={onFiles}
            onRetry={() => uploads.retry(chosen.id)}
            onRemove={() => {
              uploads.dismiss(channelId);
              onRemoved();
            }}
          />
          {isAlone && refusal === undefined && <p className={styles.warning}>{t('files.verify')}</p>}
        </div>
      )}
    </>
  );
}

interface ChipProps {
  upload: Upload;
  refusal: string | undefined;
  onFiles: (files: readonly File[]) => void;
  onRetry: () => void;
  onRemove: () => void;
}

function Chip({ upload, refusal, onFiles, onRetry, onRemove }: ChipProps) {
  const { t, i18n } = useTranslation('messenger');
  const { chooser, open } = useFileChooser(t('files.chooseAnother'), onFiles);
  const { name, type, size, preview, status, progress, failure } = upload;
  const isRefused = status === 'refused';
  const canChoose = isRefused && isFaultOfFile(failure);
  // What no second try can change gets none.
  const canRetry = isRefused && failure !== 'attachments_off';
  const retry = (
    <UnstyledButton className={styles.action} onClick={onRetry}>
      {t('retry')}
    </UnstyledButton>
  );
  return (
    <section className={styles.chip} data-refused={isRefused || undefined} aria-label={t('files.label')}>
      <span className={styles.picture}>
        {preview === null ? <FileIcon name={name} type={type} size={44} /> : <img src={preview} alt="" />}
        {status === 'uploading' && <ProgressRing part={progress} label={t('files.uploading')} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name} title={name} dir="auto">
          {shortName(name)}
        </span>
        <span className={styles.state}>
          {refusal !== undefined
            ? refusal
            : status === 'waiting'
              ? t('files.waiting')
              : size > 0 && formatSize(size, i18n.language)}
        </span>
        {canChoose ? (
          <>
            <UnstyledButton className={styles.action} onClick={open}>
              {t('files.chooseAnother')}
            </UnstyledButton>
            {chooser}
          </>
        ) : (
          canRetry && retry
        )}
      </span>
      {status === 'waiting' && retry}
      <IconButton size={32} label={t('files.remove', { name })} onClick={onRemove}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
