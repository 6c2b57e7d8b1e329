import { NativeSelect } from '@mantine/core';
import { formatDate, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { type Columns, type DateOrder, FIELDS, type ImportResult, type Reading } from './import';
import styles from './import-page.module.css';

interface ImportColumnsProps {
  result: ImportResult;
  onColumns: (columns: Columns) => void;
  onForms: (forms: Partial<Pick<Reading, 'names' | 'dates'>>) => void;
}

/** Which column of the file holds what, and how names and days are written. */
export function ImportColumns({ result, onColumns, onForms }: ImportColumnsProps) {
  const { columns, header, kept } = result;
  const { t, i18n } = useTranslation('staff');
  const keptText = () => {
    if (kept === null) return t('import.columnsText');
    const day = formatDate(kept.usedAt, i18n.language, 'sentence');
    return kept.usedBy === null
      ? t('import.keptColumns', { day })
      : t('import.keptColumnsBy', { day, name: kept.usedBy });
  };
  const used = new Set<number | null>(FIELDS.map((field) => columns[field]));
  const unused = header.filter((name, column) => name !== '' && !used.has(column));
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
        <Forms result={result} onForms={onForms} />
      </div>
      {unused.length > 0 && (
        <p className={styles.hint}>{t('import.unused', { columns: unused.join(', ') })}</p>
      )}
    </Section>
  );
}

/** Asks what the file leaves open. */
function Forms({ result, onForms }: Pick<ImportColumnsProps, 'result' | 'onForms'>) {
  const { t } = useTranslation('staff');
  const { columns, names, dates, ambiguousDates } = result;
  return (
    <>
      {columns.fullName !== null && (
        <NativeSelect
          size="md"
          label={t('import.names')}
          data={(['first_last', 'last_first'] as const).map((value) => ({
            value,
            label: t(`import.nameOrders.${value}`),
          }))}
          value={names}
          onChange={({ currentTarget: { value } }) =>
            onForms({ names: value === 'last_first' ? value : 'first_last' })
          }
        />
      )}
      {ambiguousDates > 0 && (
        <NativeSelect
          size="md"
          label={t('import.dates')}
          description={t('import.datesText', { count: ambiguousDates })}
          value={dates ?? ''}
          onChange={({ currentTarget: { value } }) => onForms({ dates: (value as DateOrder | '') || null })}
        >
          <option value="" disabled>
            {t('import.chooseDates')}
          </option>
          <option value="day_first">{t('import.dateOrders.day_first')}</option>
          <option value="month_first">{t('import.dateOrders.month_first')}</option>
        </NativeSelect>
      )}
    </>
  );
}
