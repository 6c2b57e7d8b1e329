import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { formatDate, useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { type Figures, hasFailed, type OutcomeReport, reportQuery, yearsText } from '../outcome-report';
import { ChangeTable } from './change-table';
import { Compare, OTHER } from './compare';
import { CountTable } from './count-table';
import { columnsOf } from './report-columns';
import styles from './report-page.module.css';
import { SaveButtons } from './save-buttons';
import { WeeksTable } from './weeks-table';

/** A report of outcomes, to read, print and save. */
export function Component() {
  const { t } = useTranslation('staff');
  const { reportId = '' } = useParams();
  return (
    <div className={styles.page}>
      <RecordPage
        query={useQuery(reportQuery(reportId))}
        list="/staff/outcomes"
        back={t('outcomes.back')}
        isWide
      >
        {(report) => <Report report={report} />}
      </RecordPage>
    </div>
  );
}

function Report({ report }: { report: OutcomeReport }) {
  const { t, i18n } = useTranslation('staff');
  const { figures, programme, computedAt } = report;
  return (
    <article className={styles.report}>
      <header className={styles.head}>
        <p className={styles.kind}>{t('outcomes.reportOf')}</p>
        <RecordTitle>
          <bdi>{programme.title}</bdi>
        </RecordTitle>
        <p className={styles.line}>
          {t('outcomes.schoolYear', { years: yearsText(report) })}
          {computedAt !== null &&
            ` · ${t('outcomes.asOf', { day: formatDate(computedAt, i18n.language, 'sentence') })}`}
        </p>
        {figures !== null && (
          <div className={styles.tools}>
            <SaveButtons report={report} />
            <Compare report={report} />
          </div>
        )}
      </header>
      {figures === null ? <Making report={report} /> : <Tables report={report} figures={figures} />}
    </article>
  );
}

function Making({ report }: { report: OutcomeReport }) {
  const { t } = useTranslation('staff');
  if (hasFailed(report)) return <p role="alert">{t('outcomes.failed')}</p>;
  return (
    <p className={styles.making} role="status">
      <Loader size="sm" aria-hidden />
      {t('outcomes.makingText')}
    </p>
  );
}

function Tables({ report, figures }: { report: OutcomeReport; figures: Figures }) {
  const { t } = useTranslation('staff');
  const [address] = useSearchParams();
  const other = address.get(OTHER);
  const { data } = useQuery({ ...reportQuery(other ?? ''), enabled: other !== null });
  const isCompared = other !== null && data?.figures !== undefined && data.figures !== null;
  const columns = columnsOf(isCompared && data ? [report, data] : [report]);
  const { tables, weeks, changes } = figures;
  return (
    <>
      <p className={styles.note}>{t('outcomes.note')}</p>
      {tables.map((table) => (
        <Section key={table.table} title={table.name}>
          <CountTable table={table} columns={columns} isCompared={isCompared} />
        </Section>
      ))}
      <Section title={weeks.name}>
        <WeeksTable weeks={weeks} columns={columns} isCompared={isCompared} />
      </Section>
      <Section title={changes.name}>
        <ChangeTable changes={changes} report={report} />
      </Section>
    </>
  );
}
