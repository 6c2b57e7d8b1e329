import { useEffect, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { formatLeft, milestonesBetween, nextMilestone, type Span } from '../../../shared/matches/countdown';
import { useRefreshMatching } from '../api/queries';

/** A time to decide, and the person whom it is about; null for all. */
export interface Deadline {
  span: Span;
  name: string | null;
}

/** `setTimeout` counts in 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the server's time, exact to the last milestone of these deadlines. Announces half and nine tenths of each while
 * the page is open, and fetches the matches again when one ends.
 */
export function useExpiry(deadlines: readonly Deadline[], clockOffset: number): number {
  const { t, i18n } = useTranslation('matching');
  const refresh = useRefreshMatching();
  const [now, setNow] = useState(() => Date.now() + clockOffset);
  const next = nextMilestone(
    deadlines.map(({ span }) => span),
    now,
  );

  // A deadline that arrives later has no milestones before its arrival.
  const arrivals = useRef(new Map<string, number>());
  const pass = useRef((_before: number, _now: number) => {});
  useEffect(() => {
    for (const deadline of deadlines) {
      const key = keyOf(deadline);
      if (!arrivals.current.has(key)) arrivals.current.set(key, Date.now() + clockOffset);
    }
    pass.current = (before, at) => {
      let isOver = false;
      for (const deadline of deadlines) {
        const { span, name } = deadline;
        const since = Math.max(before, arrivals.current.get(keyOf(deadline)) ?? at);
        for (const kind of milestonesBetween(span, since, at)) {
          if (kind === 'end') {
            isOver = true;
            continue;
          }
          const left = formatLeft(span.until - at, i18n.language);
          announce(name === null ? t('countdown.left', { left }) : t('countdown.leftFor', { left, name }));
        }
      }
      if (isOver) void refresh();
    };
  });

  useEffect(() => {
    if (next === null) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(0, next - (Date.now() + clockOffset)));
    const timer = setTimeout(() => {
      const time = Date.now() + clockOffset;
      // Timers may fire a moment early.
      const at = wait === LONGEST_TIMER_MS ? time : Math.max(next, time);
      pass.current(now, at);
      setNow(at);
    }, wait);
    return () => clearTimeout(timer);
  }, [next, now, clockOffset]);

  return now;
}

const keyOf = ({ span, name }: Deadline): string => `${span.from} ${span.until} ${name ?? ''}`;
