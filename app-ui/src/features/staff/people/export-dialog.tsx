import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { apiUrl, toast, useErrorText, useTranslation } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { isFiltered } from '../../../shared/lists/list-query';
import { Choice } from '../../../shared/lists/pill-menu';
import { saveFile } from '../../../shared/lists/save-file';
import type { List } from '../../../shared/lists/use-list';
import { useSecondFactor } from '../../../shared/second-factor/use-second-factor';
import styles from './export-dialog.module.css';
import type { Person } from './person';

const FORMATS = ['csv', 'xlsx'] as const;
const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

/** Saves the people that match as a file, after a reason that the server records. */
export function ExportDialog({ list, onClose }: { list: List<Person>; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv');
  const [reason, setReason] = useState('');
  const abort = useRef(new AbortController());
  const factor = useSecondFactor();
  const isReady = reason.trim().length >= MIN_LENGTH;
  const save = useMutation({
    mutationFn: async () => {
      const query = { ...list.parameters, format, reason: reason.trim() };
      const url = apiUrl('/api/staff/people/export/', { query });
      const { blob } = await factor.run(() => downloadFrom(url, abort.current.signal));
      saveFile(blob, `people-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
    onSuccess: () => {
      void toast(t('export.done'));
      onClose();
    },
  });
  const close = () => {
    abort.current.abort();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !save.isPending) save.mutate();
  };
  return (
    <ModalDialog label={t('export.title')} placement="center" onClose={close}>
      <form className={styles.form} onSubmit={submit}>
        <h2 className={styles.title}>{t('export.title')}</h2>
        <p className={styles.text}>
          {t(isFiltered(list.query) ? 'export.matching' : 'export.everyone', { total: list.total })}{' '}
          {t('export.notice')}
        </p>
        <fieldset className={styles.formats}>
          <legend className={styles.label}>{t('export.format')}</legend>
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
        <label className={styles.field}>
          <span className={styles.label}>{t('export.reason')}</span>
          <textarea
            rows={2}
            dir="auto"
            required
            minLength={MIN_LENGTH}
            maxLength={MAX_LENGTH}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        {save.error && (
          <p className={styles.error} role="alert">
            {errorText(save.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={close}>
            {t('export.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {t('export.save')}
          </Button>
        </div>
      </form>
      {factor.dialog}
    </ModalDialog>
  );
}
