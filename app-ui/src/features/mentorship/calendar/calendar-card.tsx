import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { Suspense } from 'react';
import { useNow, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { QueryState } from 'ui-kit/query-state';
import type { Mentorship } from '../../../shared/mentorships/mentorship';
import card from '../components/card.module.css';
import { type CalendarEvent, eventsQuery, progressQuery } from './calendar';
import styles from './calendar-card.module.css';
import { formatEventTime } from './event-time';
import { dayOf } from './month';
import { occurrencesOf } from './occurrences';
import { StreakBanner } from './streak-banner';
import { useCalendarAddress } from './use-calendar-address';

const CalendarDialog = lazyPart(() => import('./calendar-dialog'), 'closes');

const MINUTE_MS = 60_000;

/** The next event, the streak, and the way to the calendar. */
export function CalendarCard({ mentorship }: { mentorship: Mentorship }) {
  const { t, i18n } = useTranslation('app');
  const address = useCalendarAddress();
  const events = useQuery(eventsQuery(mentorship.id, i18n.language));
  const { data: progress } = useQuery(progressQuery(mentorship.id));
  return (
    <section className={card.card} aria-labelledby="mentorship-calendar">
      <h2 className={card.title} id="mentorship-calendar">
        {t('mentorship.calendar.title')}
      </h2>
      <QueryState query={events}>{(all) => <NextEvent events={all} />}</QueryState>
      {progress && <StreakBanner progress={progress} />}
      <Button
        variant="light"
        leftSection={<CalendarDays aria-hidden size={18} />}
        onClick={() => address.openAt(dayOf(new Date()))}
      >
        {t('mentorship.calendar.open')}
      </Button>
      {address.isOpen && (
        <Suspense>
          <CalendarDialog mentorship={mentorship} onClose={address.close} />
        </Suspense>
      )}
    </section>
  );
}

function NextEvent({ events }: { events: readonly CalendarEvent[] }) {
  const { t, i18n } = useTranslation('app');
  const now = useNow(MINUTE_MS);
  const next = occurrencesOf(events).find(({ at }) => at.getTime() > now);
  if (next === undefined) return <p className={styles.none}>{t('mentorship.calendar.nothing')}</p>;
  return (
    <p className={styles.next}>
      <span className={styles.label}>{t('mentorship.calendar.next')}</span>
      <strong>
        <bdi>{next.event.title}</bdi>
      </strong>
      <time dateTime={next.at.toISOString()}>{formatEventTime(next.at, i18n.language)}</time>
    </p>
  );
}
