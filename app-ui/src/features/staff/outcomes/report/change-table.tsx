import { useTranslation } from 'ui-kit';
import type { Count, Figures, OutcomeReport } from '../outcome-report';
import { yearText } from '../outcome-report';
import styles from './report-page.module.css';
import { TableFrame } from './table-frame';

interface ChangeTableProps {
  changes: Figures['changes'];
  report: OutcomeReport;
}

/** How the same people answered the same question first and last. */
export function ChangeTable({ changes, report }: ChangeTableProps) {
  const { t, i18n } = useTranslation('staff');
  const mean = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, numberingSystem: 'latn' });
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', numberingSystem: 'latn' });
  const hasSeveral = report.firstYear !== report.lastYear;
  const shareOf = (count: Count, all: Count) =>
    count.value === null || all.value === null ? t('outcomes.few') : percent.format(count.value / all.value);
  return (
    <>
      <p className={styles.explanation}>{changes.definition}</p>
      {changes.questions.length === 0 ? (
        <p className={styles.explanation}>{t('outcomes.noChanges')}</p>
      ) : (
        <TableFrame label={changes.name}>
          <thead>
            <tr>
              <th scope="col">{t('outcomes.question')}</th>
              <th scope="col">{t('outcomes.people')}</th>
              <th scope="col">{t('outcomes.before')}</th>
              <th scope="col">{t('outcomes.after')}</th>
              <th scope="col">{t('outcomes.sameOrHigher')}</th>
              <th scope="col">{t('outcomes.higher')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.questions.map((change) => (
              <tr key={`${change.role}-${change.year}-${change.question}`}>
                <th scope="row">
                  <span dir="auto">{change.label}</span>
                  <span className={styles.of}>
                    {t(`outcomes.roles.${change.role}`)}
                    {hasSeveral && change.year !== null && ` ${yearText(change.year)}`}
                    {` · ${t('outcomes.scale', { min: change.min, max: change.max })}`}
                  </span>
                </th>
                <td>{change.answered.value ?? t('outcomes.few')}</td>
                <td>{mean.format(change.before)}</td>
                <td>{mean.format(change.after)}</td>
                <td>{shareOf(change.sameOrHigher, change.answered)}</td>
                <td>{shareOf(change.higher, change.answered)}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </>
  );
}
