import { formatAge, formatAgo, formatDate, formatDateTime, useNow, useTranslation } from 'ui-kit';
import type { Work, WorkItem } from './overview';
import styles from './work-clock.module.css';

const MINUTE_MS = 60_000;

/** Since when something waits, or until when it is on time. */
export function WorkClock({ kind, item }: { kind: Work['kind']; item: WorkItem }) {
  const { t, i18n } = useTranslation('staff');
  const now = useNow(MINUTE_MS);
  const { since, due, dueOn } = item;
  const age = (from: string | number, to: string | number) =>
    formatAge(from, i18n.language, Number(new Date(to)));
  const at = due ?? since;
  const clock = (text: string, isLate = false) => (
    <time className={styles.clock} dateTime={at} title={formatDateTime(at, i18n.language)} data-late={isLate}>
      {text}
    </time>
  );
  // A day of the programme, wherever the reader is.
  const until = t('overview.clock.until', { day: formatDate(dueOn ?? at, i18n.language, 'list') });
  switch (kind) {
    case 'crisis':
    case 'report_to_take':
    case 'report_to_decide':
    case 'noticed':
    case 'message': {
      if (due === null) return clock(t('overview.clock.taken'));
      const isLate = due !== null && Date.parse(due) <= now;
      return isLate
        ? clock(t('overview.clock.late', { age: age(due, now) }), true)
        : clock(t('overview.clock.left', { age: age(now, at) }));
    }
    case 'data_request':
      return clock(until, Date.parse(at) <= now);
    case 'vetting_ended':
      return clock(formatAgo(since, i18n.language, now), true);
    case 'vetting_ending':
      return clock(until);
    case 'waiting_group':
      return clock(
        t('overview.clock.since', { day: formatDate(since, i18n.language, 'list') }),
        due !== null && Date.parse(due) <= now,
      );
    case 'application':
    case 'silent':
    case 'one_sided':
      return clock(t('overview.clock.since', { day: formatDate(since, i18n.language, 'list') }));
    case 'open_run':
      return clock(t('overview.clock.computed', { day: formatDate(since, i18n.language, 'list') }));
    default:
      return clock(t('overview.clock.joined', { day: formatDate(since, i18n.language, 'list') }));
  }
}
