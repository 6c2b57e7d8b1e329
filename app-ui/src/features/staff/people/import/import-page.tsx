import { Button, NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { announce, Banner, LoadingState, languages, useErrorText, useTranslation } from 'ui-kit';
import { listKey } from '../../../../shared/lists/use-list';
import { staffAccessQuery } from '../../api/staff';
import { AreaPage } from '../../components/area-page';
import record from '../../components/record-page.module.css';
import { INVITATIONS, ROLES } from '../invitations/invitation';
import { type ImportResult, importFile, type Reading } from './import';
import styles from './import-page.module.css';
import { ImportResultView } from './import-result';

/** What was said of the file before does not hold for another one. */
const UNREAD = { columns: null, names: null, dates: null, schoolClass: '', hasTeachers: false } as const;

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
      {access === undefined ? <LoadingState /> : <Import programmes={access.managedProgrammes} />}
    </AreaPage>
  );
}

function Import({ programmes }: { programmes: readonly { id: string; title: string }[] }) {
  const { t, i18n } = useTranslation('staff');
  const { t: tCommon } = useTranslation();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [last, setLast] = useLocalStorage({
    key: 'mentor-hub.import.programme',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [reading, setReading] = useState<Omit<Reading, 'file'> & { file: File | null }>({
    // Of several, one is chosen, at first at least: mails to the wrong people cannot be taken back.
    programme:
      (programmes.find(({ id }) => id === last) ?? (programmes.length === 1 ? programmes[0] : undefined))
        ?.id ?? '',
    role: 'mentee',
    language: i18n.language,
    ...UNREAD,
    file: null,
  });
  const [result, setResult] = useState<{ read: ImportResult; of: Reading } | null>(null);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: ({ of, isCommitted }: { of: Reading; isCommitted: boolean }) => importFile(of, isCommitted),
    onSuccess: ({ isCommitted }, { of }) => {
      if (!isCommitted) return;
      setLast(of.programme);
      void queries.invalidateQueries({ queryKey: listKey(INVITATIONS) });
    },
  });
  const send = (of: Reading, isCommitted: boolean) =>
    mutate(
      { of, isCommitted },
      {
        // Only of the last call.
        onSuccess: (read) => {
          setResult({ read, of });
          const faults = `${read.refused.length} ${t('import.will.refused')}`;
          if (!isCommitted) announce(`${read.invited} ${t('import.will.invited')}, ${faults}`);
        },
      },
    );
  const change = (changes: Partial<typeof reading>) => {
    const next = { ...reading, ...changes };
    setReading(next);
    if (changes.file !== undefined) setResult(null);
    if (next.file !== null && next.programme !== '') send({ ...next, file: next.file }, false);
  };
  const { file, programme } = reading;
  const hasFailedPreview = error !== null && variables?.isCommitted === false;
  return (
    <div className={styles.parts}>
      <div className={styles.fields}>
        {programmes.length > 1 && (
          <NativeSelect
            size="md"
            label={t('people.programme')}
            value={programme}
            onChange={(event) => change({ programme: event.currentTarget.value, columns: null })}
          >
            <option value="" disabled>
              {t('import.chooseProgramme')}
            </option>
            {programmes.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </NativeSelect>
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
      </div>
      <label className={styles.file}>
        <FileSpreadsheet aria-hidden size={28} />
        <span className={styles.choose}>{file === null ? t('import.choose') : t('import.chooseOther')}</span>
        {file === null ? <span>{t('import.formats')}</span> : <bdi>{file.name}</bdi>}
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) change({ file: chosen, ...UNREAD });
            // The same file can be chosen again after a correction.
            currentTarget.value = '';
          }}
        />
      </label>
      {file !== null && programme === '' && <Banner tone="warning">{t('import.needsProgramme')}</Banner>}
      <p role="status" className={styles.hint}>
        {isPending && (variables?.isCommitted ? t('import.sending') : t('import.reading'))}
      </p>
      {error !== null && !isPending && (
        <Banner
          tone="danger"
          role="alert"
          action={
            hasFailedPreview && (
              <Button variant="default" size="xs" onClick={() => change({})}>
                {tCommon('retry')}
              </Button>
            )
          }
        >
          {errorText(error)}
        </Banner>
      )}
      {result !== null && file !== null && (
        <ImportResultView
          result={result.read}
          isPending={isPending}
          isCurrent={!hasFailedPreview}
          programme={programmes.find(({ id }) => id === result.of.programme)?.title ?? ''}
          reading={reading}
          onColumns={(columns) => change({ columns })}
          onForms={change}
          onRoster={change}
          onCommit={() => {
            const { columns, names } = result.read;
            send({ ...result.of, columns, names }, true);
          }}
        />
      )}
    </div>
  );
}
