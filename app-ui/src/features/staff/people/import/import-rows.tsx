import { Button, TextInput } from '@mantine/core';
import { Download, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { languages, useTranslation } from 'ui-kit';
import { saveFile } from '../../../../shared/lists/save-file';
import '../../../../shared/lists/texts';
import { formatMonth } from '../../components/days';
import { Section } from '../../components/section';
import { type ImportResult, type PreviewRow, type RefusedRow, withSentences } from './import';
import styles from './import-rows.module.css';

/** Rows that are shown at first, and with each press more. */
const PAGE = 20;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const textOf = (row: PreviewRow | RefusedRow): string =>
  'cells' in row
    ? row.cells.join(' ')
    : `${row.firstName} ${row.lastName} ${row.email} ${row.guardianEmail ?? ''} ${row.cohort ?? ''}`;

/** What becomes of each row, those with a fault first, and what is known of each person then. */
export function ImportRows({ result }: { result: ImportResult }) {
  const { t } = useTranslation('staff');
  const { t: tList } = useTranslation('lists');
  const { refused, refusedTable, rows, columns, isCommitted } = result;
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const sought = useDeferredValue(search);
  const all = useMemo(
    () => [...refused, ...rows].map((row) => ({ row, folded: fold(textOf(row)) })),
    [refused, rows],
  );
  const found = useMemo(() => {
    const words = fold(sought).split(/\s+/);
    return all.filter(({ folded }) => words.every((word) => folded.includes(word)));
  }, [all, sought]);
  const shown = found.slice(0, pages * PAGE);
  if (all.length === 0) return null;
  const save = () =>
    saveFile(
      new Blob([withSentences(refusedTable, (problem) => t(`import.problems.${problem}`))], {
        type: 'text/csv',
      }),
      `${t('import.refusedFile')}.csv`,
    );
  return (
    <Section title={t(isCommitted ? 'import.refused' : 'import.rows')}>
      {refused.length > 0 && (
        <div className={styles.faults}>
          <p className={styles.hint}>{t('import.refusedText')}</p>
          <Button variant="default" leftSection={<Download aria-hidden size={17} />} onClick={save}>
            {t('import.saveRefused')}
          </Button>
        </div>
      )}
      {all.length > PAGE && (
        <TextInput
          type="search"
          size="md"
          maxLength={200}
          label={t('import.searchRows')}
          leftSection={<Search aria-hidden size={18} />}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPages(1);
          }}
        />
      )}
      <ul className={styles.rows}>
        {shown.map(({ row }) =>
          'cells' in row ? (
            <Refused key={row.line} row={row} />
          ) : (
            <Person key={row.line} row={row} isSplit={columns.fullName !== null} />
          ),
        )}
      </ul>
      {all.length > PAGE && (
        <div className={styles.end}>
          <p className={styles.hint} role="status">
            {found.length === 0
              ? tList('list.noMatch')
              : tList('list.shown', { shown: shown.length, total: found.length })}
          </p>
          {shown.length < found.length && (
            <Button variant="default" onClick={() => setPages(pages + 1)}>
              {tList('list.more')}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function Refused({ row: { line, problem, cells } }: { row: RefusedRow }) {
  const { t } = useTranslation('staff');
  return (
    <li data-fault>
      <strong>{t('import.line', { line })}</strong>
      <span>{t(`import.problems.${problem}`)}</span>
      <bdi className={styles.cells}>{cells.filter((cell) => cell !== '').join(' · ')}</bdi>
    </li>
  );
}

function Person({ row, isSplit }: { row: PreviewRow; isSplit: boolean }) {
  const { t, i18n } = useTranslation('staff');
  const { line, outcome, firstName, lastName, email, role, language, birthMonth, guardianEmail, cohort } =
    row;
  const nameOfLanguage = languages.find(({ code }) => code === language)?.name ?? language;
  const facts = [
    ...(isSplit
      ? [
          ['firstName', firstName],
          ['lastName', lastName],
        ]
      : []),
    ['email', email],
    ['role', t(`people.roles.${role}`)],
    ['birthMonth', birthMonth === null ? null : formatMonth(birthMonth, i18n.language)],
    ['language', nameOfLanguage],
    ['guardianEmail', guardianEmail],
    ['cohort', cohort],
  ].filter((fact): fact is [keyof typeof SHORT, string] => fact[1] !== null);
  return (
    <li>
      <strong>
        <bdi>{`${firstName} ${lastName}`}</bdi>
      </strong>
      <span className={styles.outcome} data-outcome={outcome}>
        {t(`import.outcomes.${outcome}`)}
      </span>
      <span className={styles.line}>{t('import.line', { line })}</span>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(SHORT[name])}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const SHORT = {
  firstName: 'import.fields.firstName',
  lastName: 'import.fields.lastName',
  email: 'import.fields.email',
  role: 'import.fields.role',
  birthMonth: 'people.birthMonth',
  language: 'import.fields.language',
  guardianEmail: 'import.fields.guardianEmail',
  cohort: 'cohorts.cohort',
} as const;
