import { Button } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate, useErrorText, useTranslation } from 'ui-kit';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import ruleStyles from '../programme.module.css';
import { retryEndings, type Year } from './year';
import styles from './year.module.css';

/** Whether the year is open, and how far the mentorships are that end. */
export function YearState({ year }: { year: Year }) {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('year.now')}>
      <p className={styles.state}>
        <State year={year} />
      </p>
      {year.toWelcome > 0 && (
        <p className={ruleStyles.hint}>{t('year.welcoming', { count: year.toWelcome })}</p>
      )}
      {year.closedAt !== null && year.archivedAt === null && <Endings year={year} />}
    </Section>
  );
}

function State({ year: { archivedAt, closedAt, closedBy, opensAt } }: { year: Year }) {
  const { t, i18n } = useTranslation('staff');
  const day = (at: string) => formatDate(at, i18n.language, 'list');
  if (archivedAt !== null) return t('year.archivedSince', { day: day(archivedAt) });
  if (closedAt === null) return t('year.isOpen');
  const closed =
    closedBy === null
      ? t('year.closedOn', { day: day(closedAt) })
      : t('year.closedBy', { day: day(closedAt), name: closedBy });
  const opens = opensAt === null ? t('year.notPlanned') : t('year.opensOn', { day: day(opensAt) });
  return `${closed} ${opens}`;
}

function Endings({ year }: { year: Year }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const { waiting, ended, failed, kept } = year.endings;
  const retry = useAct(() => retryEndings(year.programme.id), t('year.retried'));
  const all = waiting + ended + failed;
  return (
    <div className={styles.endings}>
      {all > 0 && (
        <>
          <progress className={styles.progress} value={ended} max={all} aria-label={t('year.progress')} />
          <p className={ruleStyles.none} aria-live="polite">
            {t('year.ended', { number: ended, all })}
          </p>
        </>
      )}
      {kept > 0 && <p className={ruleStyles.none}>{t('year.kept', { count: kept })}</p>}
      {failed > 0 && (
        <div className={styles.failed}>
          <p className={ruleStyles.none}>{t('year.failed', { count: failed })}</p>
          <ul className={ruleStyles.plain}>
            {year.failed.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/staff/mentorships/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          {retry.error && <p role="alert">{errorText(retry.error)}</p>}
          <div>
            <Button
              variant="default"
              leftSection={<RotateCcw aria-hidden size={17} />}
              loading={retry.isPending}
              onClick={() => retry.mutate(undefined)}
            >
              {t('year.retry')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
