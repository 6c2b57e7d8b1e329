import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, X } from 'lucide-react';
import { Link } from 'react-router';
import { Banner, IconButton, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type Mentorship, mentorshipSessionsQuery } from '../../../shared/mentorships/mentorship';
import { eventsQuery, progressQuery } from './calendar';
import styles from './calendar-panel.module.css';
import { DayEvents } from './day-events';
import { formatDeadline } from './event-time';
import { FeedSection } from './feed-section';
import { dayOf, isSameMonth, noonOf } from './month';
import { MonthGrid } from './month-grid';
import { byDay, occurrencesOf } from './occurrences';
import { StreakBanner } from './streak-banner';
import { NEW, useCalendarAddress } from './use-calendar-address';

interface CalendarPanelProps {
  mentorship: Mentorship;
  /** Whether the address names an event that does not exist. */
  isMissing: boolean;
}

/** The month with its events, deadlines and streak, and what the selected day holds. */
export function CalendarPanel({ mentorship, isMissing }: CalendarPanelProps) {
  const { t, i18n } = useTranslation('app');
  const { day, selectDay, edit, close } = useCalendarAddress();
  const events = useQuery(eventsQuery(mentorship.id, i18n.language));
  const { data: progress } = useQuery(progressQuery(mentorship.id));
  const { data: sessions = [] } = useQuery(mentorshipSessionsQuery(mentorship.id, i18n.language));
  const days = byDay(occurrencesOf(events.data ?? []));
  // What the person has finished is not due any more, even if others have not.
  const open = sessions.filter(
    ({ status, endDate }) => (status === 'NOT_STARTED' || status === 'ONGOING') && endDate != null,
  );
  const deadlines = new Set(open.map(({ endDate }) => endDate));
  const streakDays = new Set(progress?.quizStreaks.map(({ timestamp }) => dayOf(new Date(timestamp))));
  const due = open.filter(({ endDate }) => isSameMonth(endDate ?? '', day));
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('mentorship.calendar.title')}</h2>
        <IconButton label={t('mentorship.calendar.addEvent')} size={44} onClick={() => edit(NEW)}>
          <CalendarPlus aria-hidden size={22} />
        </IconButton>
        <IconButton label={t('mentorship.calendar.close')} size={44} onClick={close}>
          <X aria-hidden size={22} />
        </IconButton>
      </div>
      {isMissing && <Banner tone="warning">{t('mentorship.calendar.missing')}</Banner>}
      <MonthGrid
        selected={day}
        onSelect={selectDay}
        marksOf={(of) => ({
          events: days.get(of)?.length ?? 0,
          hasDeadline: deadlines.has(of),
          isStreak: streakDays.has(of),
        })}
      />
      {progress && <StreakBanner progress={progress} />}
      <QueryState query={events} isEmpty={() => false}>
        {() => <DayEvents mentorship={mentorship} day={day} occurrences={days.get(day) ?? []} />}
      </QueryState>
      <section className={styles.part} aria-labelledby="calendar-due">
        <h3 className={styles.heading} id="calendar-due">
          {t('mentorship.calendar.due.title')}
        </h3>
        {due.length === 0 ? (
          <p className={styles.none}>{t('mentorship.calendar.due.none')}</p>
        ) : (
          <ul className={styles.due}>
            {due.map(({ id, localeTitle, endDate }) => (
              <li key={id}>
                <Link to={`/mentorship/${id}/sessionintro`}>
                  <time dateTime={endDate ?? undefined}>
                    {formatDeadline(noonOf(endDate ?? ''), i18n.language)}
                  </time>
                  <bdi>{localeTitle}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <FeedSection mentorship={mentorship.id} />
    </div>
  );
}
