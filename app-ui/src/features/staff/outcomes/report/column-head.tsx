import { formatDate, useTranslation } from 'ui-kit';
import { yearText } from '../outcome-report';
import type { ReportColumn } from './report-columns';
import styles from './report-page.module.css';

interface ColumnHeadProps {
  column: ReportColumn;
  /** Whether two reports stand side by side. */
  isCompared: boolean;
}

/** Whom a column is about. */
export function ColumnHead({ column: { role, year, report }, isCompared }: ColumnHeadProps) {
  const { t, i18n } = useTranslation('staff');
  const hasSeveral = report.firstYear !== report.lastYear;
  return (
    <th scope="col">
      {t(`outcomes.roles.${role}`)}
      {hasSeveral && (
        <span className={styles.of}>{year === null ? t('outcomes.allYears') : yearText(year)}</span>
      )}
      {isCompared && (
        <span className={styles.of}>
          <bdi>{report.programme.title}</bdi>
          {report.computedAt !== null && `, ${formatDate(report.computedAt, i18n.language, 'sentence')}`}
        </span>
      )}
    </th>
  );
}
