import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { formatDateTime, formatDateTimeIn, formatTime, useTranslation } from 'ui-kit';
import { Notice } from '../components/cells';
import { type DutyOfProgramme, dutyQuery } from './colleague';
import styles from './duty-lines.module.css';

/** Who is on duty in each programme, and when no lead is. */
export function DutyLines() {
  const { t } = useTranslation('staff');
  const { data: programmes = [] } = useQuery(dutyQuery);
  if (programmes.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label={t('colleagues.duty.title')}>
      {programmes.map((duty) => (
        <li key={duty.programme.id} className={styles.line}>
          {programmes.length > 1 && <bdi className={styles.name}>{duty.programme.title}</bdi>}
          <Line duty={duty} />
        </li>
      ))}
    </ul>
  );
}

function Line({ duty }: { duty: DutyOfProgramme }) {
  const { t, i18n } = useTranslation('staff');
  const { timeZone, isPlanned, hasLead, now, until, next, uncoveredFrom, uncoveredUntil } = duty;
  const names = (leads: DutyOfProgramme['now']) =>
    new Intl.ListFormat(i18n.language).format(leads.map(({ name }) => name));
  const at = (time: string) => {
    if (timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone)
      return formatDateTimeIn(timeZone, time, i18n.language);
    const isToday = new Date(time).toDateString() === new Date().toDateString();
    return isToday ? formatTime(time, i18n.language) : formatDateTime(time, i18n.language);
  };
  if (!hasLead) return <Notice icon={TriangleAlert}>{t('colleagues.duty.noLead')}</Notice>;
  if (!isPlanned && now.length > 0) return <p>{t('colleagues.duty.unplanned', { names: names(now) })}</p>;
  const isUncovered = uncoveredFrom !== null && now.length === 0;
  return (
    <>
      {now.length > 0 && (
        <p>
          {until === null
            ? t('colleagues.duty.nowAlways', { names: names(now) })
            : t('colleagues.duty.now', { names: names(now), time: at(until) })}{' '}
          {next !== null && t('colleagues.duty.then', { names: names(next.leads), time: at(next.at) })}
        </p>
      )}
      {isUncovered && (
        <Notice icon={TriangleAlert}>
          {uncoveredUntil === null || next === null
            ? t('colleagues.duty.none')
            : t('colleagues.duty.noneUntil', { names: names(next.leads), time: at(uncoveredUntil) })}
        </Notice>
      )}
      {uncoveredFrom !== null && !isUncovered && (
        <Notice icon={TriangleAlert}>{t('colleagues.duty.noneFrom', { time: at(uncoveredFrom) })}</Notice>
      )}
    </>
  );
}
