import { Button, NativeSelect } from '@mantine/core';
import { Download, Send } from 'lucide-react';
import { Link } from 'react-router';
import { Banner, useTranslation } from 'ui-kit';
import { saveFile } from '../../../../shared/lists/save-file';
import { Section } from '../../components/section';
import { type Columns, FIELDS, type ImportResult } from './import';
import styles from './import-page.module.css';

/** Rows that the page shows; the file has all. */
const MAX_SHOWN = 20;

interface ImportResultProps {
  result: ImportResult;
  onColumns: (columns: Columns) => void;
  onCommit: () => void;
}

/** What a file leads to, or has led to. */
export function ImportResultView({ result, onColumns, onCommit }: ImportResultProps) {
  const { t } = useTranslation('staff');
  const { invited, changed, unchanged, refused, isCommitted } = result;
  const counts = [
    ['invited', invited],
    ['changed', changed],
    ['unchanged', unchanged],
    ['refused', refused.length],
  ] as const;
  const sent = invited + changed;
  return (
    <div className={styles.parts}>
      {isCommitted && (
        <Banner
          tone="success"
          role="alert"
          action={<Link to="/staff/people/invitations">{t('import.toInvitations')}</Link>}
        >
          {t('import.sent', { count: invited })}
        </Banner>
      )}
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name} className={styles.count} data-fault={name === 'refused' && count > 0}>
            <dt>{t(`import.${isCommitted ? 'did' : 'will'}.${name}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {!isCommitted && (
        <Section title={t('import.columns')}>
          <p className={styles.hint}>{t('import.columnsText')}</p>
          <div className={styles.fields}>
            {FIELDS.map((field) => (
              <NativeSelect
                size="md"
                key={field}
                label={t(`import.fields.${field}`)}
                value={result.columns[field] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onColumns({ ...result.columns, [field]: value === '' ? null : Number(value) })
                }
              >
                <option value="">{t('import.noColumn')}</option>
                {result.header.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                  <option key={column} value={column}>
                    {name || t('import.unnamed', { number: column + 1 })}
                  </option>
                ))}
              </NativeSelect>
            ))}
          </div>
        </Section>
      )}
      {refused.length > 0 && <Refused result={result} />}
      {!isCommitted && (
        <div className={styles.commit}>
          <Button
            size="md"
            leftSection={<Send aria-hidden size={18} />}
            disabled={sent === 0}
            onClick={onCommit}
          >
            {invited > 0 || sent === 0 ? t('import.send', { count: invited }) : t('import.update')}
          </Button>
          <p className={styles.hint}>{t('import.sendText')}</p>
        </div>
      )}
    </div>
  );
}

function Refused({ result: { refused, refusedTable } }: { result: ImportResult }) {
  const { t } = useTranslation('staff');
  const save = () =>
    saveFile(new Blob([refusedTable], { type: 'text/csv' }), `${t('import.refusedFile')}.csv`);
  return (
    <Section title={t('import.refused')}>
      <p className={styles.hint}>{t('import.refusedText')}</p>
      <ul className={styles.refused}>
        {refused.slice(0, MAX_SHOWN).map(({ line, problem, cells }) => (
          <li key={line}>
            <strong>{t('import.line', { line })}</strong>
            <span>{t(`import.problems.${problem}`)}</span>
            <bdi className={styles.cells}>{cells.filter((cell) => cell !== '').join(' · ')}</bdi>
          </li>
        ))}
      </ul>
      {refused.length > MAX_SHOWN && (
        <p className={styles.hint}>{t('import.more', { number: refused.length - MAX_SHOWN })}</p>
      )}
      <Button variant="default" leftSection={<Download aria-hidden size={17} />} onClick={save}>
        {t('import.saveRefused')}
      </Button>
    </Section>
  );
}
