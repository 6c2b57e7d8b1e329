import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiUrl, toast, useErrorText, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { isFiltered } from '../../../shared/lists/list-query';
import { Choice } from '../../../shared/lists/pill-menu';
import { saveFile } from '../../../shared/lists/save-file';
import type { List } from '../../../shared/lists/use-list';
import { useSecondFactor } from '../../../shared/second-factor/use-second-factor';
import styles from './export-dialog.module.css';

const FORMATS = ['csv', 'xlsx'] as const;
const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

interface ExportDialogProps<Row> {
  list: List<Row>;
  path: string;
  onClose: () => void;
}

/** Saves the rows that match as a file, after a reason that the server records. */
export function ExportDialog<Row>({ list, path, onClose }: ExportDialogProps<Row>) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv');
  const [reason, setReason] = useState('');
  const abort = useRef(new AbortController());
  const factor = useSecondFactor();
  const save = useMutation({
    mutationFn: async () => {
      const query = { ...list.parameters, format, reason: reason.trim() };
      const url = apiUrl(path, { query });
      const { blob } = await factor.run(() => downloadFrom(url, abort.current.signal));
      saveFile(blob, `${list.definition.name}-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
    onSuccess: () => {
      void toast(t('export.done'));
      onClose();
    },
  });
  const content = t(isFiltered(list.query) ? 'export.matching' : 'export.everything', { total: list.total });
  return (
    <>
      <FormDialog
        title={t('export.title')}
        text={`${content} ${t('export.notice')}`}
        cancel={t('export.cancel')}
        submit={t('export.save')}
        isReady={reason.trim().length >= MIN_LENGTH}
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
