import { CircleAlert, CircleCheck } from 'lucide-react';
import { formatAgo, useTranslation } from 'ui-kit';
import { Section } from '../components/section';
import { type BackgroundJob, isFailing } from './installation';
import styles from './installation.module.css';

/** How the background jobs go: first those that fail. */
export function JobList({ jobs, now }: { jobs: readonly BackgroundJob[]; now: string }) {
  const { t } = useTranslation('staff');
  const failing = jobs.filter(isFailing);
  return (
    <Section title={t('installation.jobs')}>
      {jobs.length === 0 ? (
        <p className={styles.quiet}>{t('installation.jobsUnknown')}</p>
      ) : (
        <>
          <p className={styles.verdict} data-state={failing.length > 0 ? 'error' : 'good'}>
            {failing.length > 0 ? (
              <CircleAlert className={styles.icon} aria-hidden size={18} />
            ) : (
              <CircleCheck className={styles.icon} aria-hidden size={18} />
            )}
            {failing.length > 0
              ? t('installation.jobsFailing', { count: failing.length })
              : t('installation.jobsGood', { number: jobs.length })}
          </p>
          {failing.length > 0 && <Rows jobs={failing} now={now} />}
          <details className={styles.all}>
            <summary>{t('installation.allJobs')}</summary>
            <Rows jobs={jobs} now={now} />
          </details>
        </>
      )}
    </Section>
  );
}

function Rows({ jobs, now }: { jobs: readonly BackgroundJob[]; now: string }) {
  const { t, i18n } = useTranslation('staff');
  const ago = (at: string) => formatAgo(at, i18n.language, Date.parse(now));
  return (
    <ul className={styles.rows}>
      {jobs.map(({ name, ranAt, succeededAt, failedAt, failures }) => (
        <li key={name} className={styles.row}>
          <bdi className={styles.code} lang="en">
            {name}
          </bdi>
          <span className={styles.facts}>
            {ranAt === null && <span>{t('installation.jobIdle')}</span>}
            {failures > 0 && <span>{t('installation.jobFailing', { count: failures })}</span>}
            {succeededAt !== null && <span>{t('installation.jobSucceeded', { ago: ago(succeededAt) })}</span>}
            {succeededAt === null && ranAt !== null && <span>{t('installation.jobNever')}</span>}
            {failedAt !== null && <span>{t('installation.jobLastFailed', { ago: ago(failedAt) })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
