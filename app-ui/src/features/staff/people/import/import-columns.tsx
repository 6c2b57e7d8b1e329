import { NativeSelect } from '@mantine/core';
import { formatDate, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { type Columns, FIELDS, type ImportResult } from './import';
import styles from './import-page.module.css';

interface ImportColumnsProps {
  result: ImportResult;
  onColumns: (columns: Columns) => void;
}

/** Which column of the file holds what. */
export function ImportColumns({ result: { columns, header, kept }, onColumns }: ImportColumnsProps) {
  const { t, i18n } = useTranslation('staff');
  const keptText = () => {
    if (kept === null) return t('import.columnsText');
    const day = formatDate(kept.usedAt, i18n.language, 'sentence');
    return kept.usedBy === null
      ? t('import.keptColumns', { day })
      : t('import.keptColumnsBy', { day, name: kept.usedBy });
  };
  return (
    <Section title={t('import.columns')}>
      <p className={styles.hint}>{keptText()}</p>
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            size="md"
            label={t(`import.fields.${field}`)}
            value={columns[field] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onColumns({ ...columns, [field]: value === '' ? null : Number(value) })
            }
          >
            <option value="">{t('import.noColumn')}</option>
            {header.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <option key={column} value={column}>
                {name || t('import.unnamed', { number: column + 1 })}
              </option>
            ))}
          </NativeSelect>
        ))}
      </div>
    </Section>
  );
}
