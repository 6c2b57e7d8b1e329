import type { CalendarEvent } from './calendar';
import { type Day, dayOf } from './month';

/** One time at which an event takes place. */
export interface Occurrence {
  event: CalendarEvent;
  at: Date;
}

/** Returns all times at which events take place, the earliest first. */
export function occurrencesOf(events: readonly CalendarEvent[]): Occurrence[] {
  const all = events.flatMap((event) => event.occurrences.map((at) => ({ event, at: new Date(at) })));
  return all.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Groups the times by day, where the reader is. */
export function byDay(occurrences: readonly Occurrence[]): Map<Day, Occurrence[]> {
  const days = new Map<Day, Occurrence[]>();
  for (const one of occurrences) {
    const day = dayOf(one.at);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return days;
}
