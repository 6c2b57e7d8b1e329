import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { Choice } from '../../../shared/lists/pill-menu';
import { saveFile } from '../../../shared/lists/save-file';
import { useMissing } from '../../../shared/lists/use-missing';
import { useSecondFactor } from '../../../shared/second-factor/use-second-factor';
import styles from './export-form.module.css';

const FORMATS = ['csv', 'xlsx'] as const;
const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

/** What every export is asked with. */
export interface ExportRequest {
  format: (typeof FORMATS)[number];
  reason: string;
}

interface ExportFormProps {
  title: string;
  /** What the file contains. */
  content: string;
  /** Of the file, before its day. */
  name: string;
  fetchFile: (request: ExportRequest, signal: AbortSignal) => Promise<Blob>;
  onClose: () => void;
  /** What else is asked. */
  children?: ReactNode;
}

/** Saves a file, after a reason that the server records. */
export function ExportForm({ title, content, name, fetchFile, onClose, children }: ExportFormProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const [format, setFormat] = useState<ExportRequest['format']>('csv');
  const [reason, setReason] = useState('');
  const abort = useRef(new AbortController());
  const factor = useSecondFactor();
  const save = useMutation({
    mutationFn: async () => {
      const request = { format, reason: reason.trim() };
      const file = await factor.run(() => fetchFile(request, abort.current.signal));
      saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
    onSuccess: () => {
      void toast(t('export.done'));
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        title={title}
        text={`${content} ${t('export.notice')}`}
        cancel={t('export.cancel')}
        submit={t('export.save')}
        missing={missing({ [t('export.reason')]: reason.trim().length < MIN_LENGTH })}
        isPending={save.isPending}
        error={save.error && errorText(save.error)}
        onSubmit={() => save.mutate()}
        onClose={() => {
          abort.current.abort();
          onClose();
        }}
      >
        <fieldset className={styles.formats}>
          <legend className={styles.legend}>{t('export.format')}</legend>
          {FORMATS.map((one) => (
            <Choice
              key={one}
              type="radio"
              label={t(`export.formats.${one}`)}
              isChosen={one === format}
              onChange={() => setFormat(one)}
            />
          ))}
        </fieldset>
        {children}
        <TextArea
          label={t('export.reason')}
          rows={2}
          required
          minLength={MIN_LENGTH}
          maxLength={MAX_LENGTH}
          value={reason}
          onChange={setReason}
        />
      </FormDialog>
      {factor.dialog}
    </>
  );
}
