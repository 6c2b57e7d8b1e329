import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Banner, LoadingState, languages, useErrorText, useTranslation } from 'ui-kit';
import { listKey } from '../../../../shared/lists/use-list';
import { staffAccessQuery } from '../../api/staff';
import { AreaPage } from '../../components/area-page';
import record from '../../components/record-page.module.css';
import { INVITATIONS, ROLES } from '../invitations/invitation';
import { importFile, type Reading } from './import';
import styles from './import-page.module.css';
import { ImportResultView } from './import-result';

/** Invites the people of a spreadsheet: what it leads to is shown before anything is sent. */
export function Component() {
  const { t } = useTranslation('staff');
  const { data: access } = useQuery(staffAccessQuery);
  return (
    <AreaPage title={t('import.title')} lead={t('import.lead')}>
      <Link className={record.back} to="/staff/people/invitations">
        <ArrowLeft aria-hidden size={18} />
        {t('import.back')}
      </Link>
      {access === undefined ? <LoadingState /> : <Import programmes={access.programmes} />}
    </AreaPage>
  );
}

function Import({ programmes }: { programmes: readonly { id: string; title: string }[] }) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [reading, setReading] = useState<Omit<Reading, 'file'> & { file: File | null }>({
    programme: programmes[0]?.id ?? '',
    role: 'mentee',
    language: i18n.language,
    columns: null,
    file: null,
  });
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: ({ of, isCommitted }: { of: Reading; isCommitted: boolean }) => importFile(of, isCommitted),
    onSuccess: ({ isCommitted }) =>
      isCommitted && queries.invalidateQueries({ queryKey: listKey(INVITATIONS) }),
  });
  const change = (changes: Partial<typeof reading>) => {
    const next = { ...reading, ...changes };
    setReading(next);
    if (next.file !== null) mutate({ of: { ...next, file: next.file }, isCommitted: false });
  };
  const { file } = reading;
  return (
    <div className={styles.parts}>
      <fieldset className={styles.fields} disabled={isPending}>
        {programmes.length > 1 && (
          <NativeSelect
            size="md"
            label={t('people.programme')}
            data={programmes.map(({ id, title }) => ({ value: id, label: title }))}
            value={reading.programme}
            onChange={(event) => change({ programme: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          size="md"
          label={t('import.role')}
          data={ROLES.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
          value={reading.role}
          onChange={(event) => change({ role: event.currentTarget.value })}
        />
        <NativeSelect
          size="md"
          label={t('import.language')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={reading.language}
          onChange={(event) => change({ language: event.currentTarget.value })}
        />
      </fieldset>
      <label className={styles.file}>
        <FileSpreadsheet aria-hidden size={28} />
        <span className={styles.choose}>{file === null ? t('import.choose') : t('import.chooseOther')}</span>
        {file === null ? <span>{t('import.formats')}</span> : <bdi>{file.name}</bdi>}
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={isPending}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) change({ file: chosen, columns: null });
            // The same file can be chosen again after a correction.
            currentTarget.value = '';
          }}
        />
      </label>
      {isPending && (
        <p role="status" className={styles.pending}>
          {variables?.isCommitted ? t('import.sending') : t('import.reading')}
        </p>
      )}
      {error !== null && !isPending && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
      {data && file !== null && error === null && !isPending && (
        <ImportResultView
          result={data}
          onColumns={(columns) => change({ columns })}
          onCommit={() => mutate({ of: { ...reading, columns: data.columns, file }, isCommitted: true })}
        />
      )}
    </div>
  );
}
