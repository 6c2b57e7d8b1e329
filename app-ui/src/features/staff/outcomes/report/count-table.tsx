import { useTranslation } from 'ui-kit';
import { Bar } from '../../components/bar';
import type { Count, Figures, OutcomeReport } from '../outcome-report';
import { ColumnHead } from './column-head';
import { FigureHead } from './figure-head';
import type { ReportColumn } from './report-columns';
import styles from './report-page.module.css';
import { TableFrame } from './table-frame';

type Table = Figures['tables'][number];
type Row = Table['rows'][number];

interface CountTableProps {
  table: Table;
  columns: readonly ReportColumn[];
  isCompared: boolean;
}

const rowsOf = (report: OutcomeReport): readonly Row[] =>
  report.figures?.tables.flatMap(({ rows }) => rows) ?? [];

const countOf = ({ report, at }: ReportColumn, figure: Row['figure']): Count | undefined =>
  rowsOf(report).find((row) => row.figure === figure)?.counts[at];

/** Numbers of people: a table that is also the chart. */
export function CountTable({ table, columns, isCompared }: CountTableProps) {
  const { t } = useTranslation('staff');
  return (
    <TableFrame label={table.name}>
      <thead>
        <tr>
          <th scope="col">{t('outcomes.figure')}</th>
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} isCompared={isCompared} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.figure}>
            <FigureHead name={row.name} definition={row.definition} />
            {columns.map((column) => (
              <CountCell key={column.key} row={row} rows={table.rows} column={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function CountCell({ row, rows, column }: { row: Row; rows: readonly Row[]; column: ReportColumn }) {
  const { t, i18n } = useTranslation('staff');
  const count = countOf(column, row.figure);
  const value = count?.value ?? null;
  if (value === null) return <td className={styles.few}>{t('outcomes.few')}</td>;
  const whole = row.partOf === null ? undefined : countOf(column, row.partOf);
  const name = rowsOf(column.report).find(({ figure }) => figure === row.partOf)?.name;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const isExact = !count?.orMore && !whole?.orMore;
  const longest = Math.max(...rows.map(({ figure }) => countOf(column, figure)?.value ?? 0), 1);
  return (
    <td>
      <span className={styles.count}>{count?.orMore ? t('outcomes.atLeast', { value }) : value}</span>
      {isExact && whole?.value && (
        <span className={styles.share}>
          {t('outcomes.shareOf', { share: percent.format(value / whole.value), name })}
        </span>
      )}
      <Bar share={value / longest} isSecond={column.isOther} />
    </td>
  );
}
