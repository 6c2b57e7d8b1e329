import { Button } from '@mantine/core';
import { FileText, ImageUp, Trash2, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { announce, IconButton, useErrorText, useTranslation } from 'ui-kit';
import { FILE_RULES, type FileQuestionType } from '../file-rules';
import { type FileValue, isFileValue } from '../submission';
import type { ViewProps } from '../view-props';
import styles from './file-views.module.css';
import { UploadStatus } from './upload-status';

/** Chooses, uploads, shows, replaces and removes a file. */
export function FileField({ type, ...props }: ViewProps & { type: FileQuestionType }) {
  const { t } = useTranslation('questions');
  const errorText = useErrorText();
  const { question, value, onChange, isDisabled, controlId, labelId, describedBy, uploads } = props;
  const { key } = question;
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.get(key));
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const uploaded = isFileValue(value) ? value : null;
  const isBusy = state?.status === 'uploading';

  const message =
    state?.status === 'failed'
      ? t('file.failed', { name: state.name, reason: errorText(state.error) })
      : state?.status === 'refused'
        ? t(state.problem)
        : null;
  useEffect(() => {
    if (message !== null) announce(message);
  }, [message]);
  const file = uploaded?.file;
  const lastFile = useRef(file);
  useEffect(() => {
    if (file !== undefined && file !== lastFile.current) announce(t('file.done'));
    lastFile.current = file;
  }, [file, t]);

  const choose = (chosen: File | undefined) => chosen && uploads.start(key, type, chosen);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    if (!isDisabled) choose(event.dataTransfer.files[0]);
  }
  function remove(): void {
    uploads.cancel(key);
    onChange('');
    button.current?.focus();
  }

  const Icon = type === 'Document' ? Upload : ImageUp;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {uploaded && <Uploaded value={uploaded} type={type} />}
      {state && (
        <UploadStatus
          state={state}
          message={message}
          onRetry={() => uploads.retry(key)}
          onCancel={() => {
            uploads.cancel(key);
            button.current?.focus();
          }}
        />
      )}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          accept={FILE_RULES[type].accept}
          disabled={isDisabled}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // The same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button
          ref={button}
          id={controlId}
          variant={uploaded ? 'default' : 'light'}
          className={styles.choose}
          leftSection={<Icon aria-hidden size={18} />}
          aria-describedby={describedBy}
          aria-labelledby={`${controlId} ${labelId}`}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {t(uploaded || isBusy ? 'file.replace' : `file.choose.${type}`)}
        </Button>
        {uploaded && !isDisabled && (
          <IconButton label={t('file.remove', { name: uploaded.name })} size={44} onClick={remove}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        )}
        <span className={styles.limits}>{t(`file.limits.${type}`)}</span>
      </div>
    </div>
  );
}

function Uploaded({ value, type }: { value: FileValue; type: FileQuestionType }) {
  const { t } = useTranslation('questions');
  const [hasFailed, setHasFailed] = useState<string | null>(null);
  if (type !== 'Document' && hasFailed !== value.url) {
    return (
      <img
        className={styles.preview}
        src={value.url}
        alt={value.title || value.name}
        onError={() => setHasFailed(value.url)}
      />
    );
  }
  return (
    <p className={styles.file}>
      <FileText aria-hidden size={22} />
      <span className={styles.name} dir="auto">
        {value.name}
      </span>
      {type === 'Document' &&
        (navigator.pdfViewerEnabled ? (
          <a className={styles.open} href={value.url} target="_blank" rel="noreferrer">
            {t('file.open')}
          </a>
        ) : (
          <>
            <span className={styles.limits}>{t('documentDisplayNotSupported')}</span>
            <a className={styles.open} href={value.url} download={value.name}>
              {t('file.download')}
            </a>
          </>
        ))}
    </p>
  );
}
