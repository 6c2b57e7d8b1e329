import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import { formatSize, shortName } from '../../model/files';
import type { Upload } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { useFailureText } from '../conversation/use-failure-text';
import styles from './chosen-file.module.css';
import { FileIcon } from './file-icon';
import { ProgressRing } from './progress-ring';

interface ChosenFileProps {
  channelId: string;
  /** A file without a word is easily sent by mistake. */
  isAlone: boolean;
  onRemoved: () => void;
}

/** The file that goes with the next message, and what was wrong with the last one that was chosen. */
export function ChosenFile({ channelId, isAlone, onRemoved }: ChosenFileProps) {
  const { t } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const chosen = useStore(uploads, ({ byId, chosen }) => byId.get(chosen.get(channelId) ?? ''));
  const problem = useStore(uploads, ({ problems }) => problems.get(channelId));
  const name = chosen?.name;
  useEffect(() => {
    if (name !== undefined) announce(t('files.chosen', { name }));
  }, [name, t]);

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
            onRetry={() => uploads.retry(chosen.id)}
            onRemove={() => {
              uploads.dismiss(channelId);
              onRemoved();
            }}
          />
          {isAlone && <p className={styles.warning}>{t('files.verify')}</p>}
        </div>
      )}
    </>
  );
}

interface ChipProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

function Chip({ upload, onRetry, onRemove }: ChipProps) {
  const { t, i18n } = useTranslation('messenger');
  const failureText = useFailureText();
  const { name, type, size, preview, status, progress, failure } = upload;
  return (
    <section
      className={styles.chip}
      data-refused={status === 'refused' || undefined}
      aria-label={t('files.label')}
    >
      <span className={styles.picture}>
        {preview === null ? <FileIcon name={name} type={type} size={44} /> : <img src={preview} alt="" />}
        {status === 'uploading' && <ProgressRing part={progress} label={t('files.uploading')} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name} title={name} dir="auto">
          {shortName(name)}
        </span>
        <span className={styles.state}>
          {status === 'refused'
            ? failureText(failure)
            : status === 'waiting'
              ? t('files.waiting')
              : size > 0 && formatSize(size, i18n.language)}
        </span>
      </span>
      {(status === 'refused' || status === 'waiting') && (
        <UnstyledButton className={styles.retry} onClick={onRetry}>
          {t('retry')}
        </UnstyledButton>
      )}
      <IconButton size={32} label={t('files.remove', { name })} onClick={onRemove}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
  );
}
