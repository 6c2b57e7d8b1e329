import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { saveFile } from '../../../../shared/lists/save-file';
import { Section } from '../../components/section';
import type { ImportResult } from './import';
import styles from './import-page.module.css';

/** Rows that the page shows; the file has all. */
const MAX_SHOWN = 20;

/** The rows with a fault, to be saved and corrected. */
export function RefusedRows({ result: { refused, refusedTable } }: { result: ImportResult }) {
  const { t } = useTranslation('staff');
  const save = () =>
    saveFile(new Blob([refusedTable], { type: 'text/csv' }), `${t('import.refusedFile')}.csv`);
  return (
    <Section title={t('import.refused')}>
      <p className={styles.hint}>{t('import.refusedText')}</p>
      <ul className={styles.rows}>
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
