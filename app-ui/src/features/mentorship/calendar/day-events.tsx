import { Pencil, Repeat, Video } from 'lucide-react';
import { formatDate, IconButton, useTranslation } from 'ui-kit';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { type Mentorship, peopleOf } from '../../../shared/mentorships/mentorship';
import panel from './calendar-panel.module.css';
import styles from './day-events.module.css';
import { formatEventTime } from './event-time';
import type { Day } from './month';
import type { Occurrence } from './occurrences';
import { useCalendarAddress } from './use-calendar-address';

interface DayEventsProps {
  mentorship: Mentorship;
  day: Day;
  occurrences: readonly Occurrence[];
}

/** The events of a day. */
export function DayEvents({ mentorship, day, occurrences }: DayEventsProps) {
  const { t, i18n } = useTranslation('app');
  const { edit } = useCalendarAddress();
  const [self, ...others] = peopleOf(mentorship);
  function authorOf(id: string): string | null {
    if (id === self?.id) return t('mentorship.calendar.day.you');
    const name = others.find((person) => person.id === id)?.name;
    return name === undefined ? null : t('mentorship.calendar.day.by', { name });
  }
  return (
    <section className={panel.part} aria-labelledby="calendar-day">
      <h3 className={panel.heading} id="calendar-day" aria-live="polite">
        {formatDate(day, i18n.language, 'weekday')}
      </h3>
      {occurrences.length === 0 ? (
        <p className={panel.none}>{t('mentorship.calendar.day.none')}</p>
      ) : (
        <ul className={styles.events}>
          {occurrences.map(({ event, at }) => (
            <li key={`${event.id}-${at.getTime()}`} className={styles.event}>
              <div className={styles.words}>
                <strong>
                  <bdi>{event.title}</bdi>
                </strong>
                <time dateTime={at.toISOString()}>{formatEventTime(at, i18n.language)}</time>
                {event.isPairGroupCall && (
                  <span className={styles.detail}>
                    <Video aria-hidden size={16} /> {t('mentorship.calendar.day.call')}
                  </span>
                )}
                {event.repeatsUntil !== null && (
                  <span className={styles.detail}>
                    <Repeat aria-hidden size={16} /> {t('mentorship.calendar.day.weekly')}
                  </span>
                )}
                {event.localeSessionName !== null && <bdi>{event.localeSessionName}</bdi>}
                {event.description !== '' && (
                  <p className={styles.description} dir="auto">
                    {event.description}
                  </p>
                )}
                <span className={styles.author}>{authorOf(event.createdBy)}</span>
                {event.isPairGroupCall && (
                  <ChatLink
                    className={styles.join}
                    to={`/chat?${new URLSearchParams({ channel: mentorship.channelId, section: 'video' })}`}
                  >
                    <Video aria-hidden size={16} /> {t('mentorship.calendar.day.join')}
                  </ChatLink>
                )}
              </div>
              <IconButton
                label={t('mentorship.calendar.day.edit', { title: event.title })}
                size={44}
                onClick={() => edit(event.id)}
              >
                <Pencil aria-hidden size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
