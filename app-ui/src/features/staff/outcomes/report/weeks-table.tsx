import { useTranslation } from 'ui-kit';
import type { Figures } from '../outcome-report';
import { ColumnHead } from './column-head';
import type { ReportColumn } from './report-columns';
import styles from './report-page.module.css';
import { TableFrame } from './table-frame';

interface WeeksTableProps {
  weeks: Figures['weeks'];
  columns: readonly ReportColumn[];
  isCompared: boolean;
}

const QUARTERS = ['quarter', 'half', 'threeQuarters'] as const;

/** How long people waited for their first mentorship. */
export function WeeksTable({ weeks, columns, isCompared }: WeeksTableProps) {
  const { t } = useTranslation('staff');
  const shown = columns.filter(({ year }) => year !== null);
  return (
    <>
      <p className={styles.explanation}>{weeks.definition}</p>
      <TableFrame label={weeks.name}>
        <thead>
          <tr>
            <th scope="col">{t('outcomes.waited')}</th>
            {shown.map((column) => (
              <ColumnHead key={column.key} column={column} isCompared={isCompared} />
            ))}
          </tr>
        </thead>
        <tbody>
          {QUARTERS.map((quarter, at) => (
            <tr key={quarter}>
              <th scope="row">{t(`outcomes.quarters.${quarter}`)}</th>
              {shown.map((column) => {
                const count = column.report.figures?.weeks.quarters[column.at]?.[at];
                return count === undefined ? (
                  <td key={column.key} className={styles.few}>
                    {t('outcomes.few')}
                  </td>
                ) : (
                  <td key={column.key}>{t('outcomes.weeks', { count })}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
