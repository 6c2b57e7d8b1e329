/** The filter of the feed and its form in the address. Days are texts, which no time zone shifts. */

/** The first day that the filter offers. */
export const FIRST_DAY = '2020-01-01';

export interface FeedFilter {
  /** The type of post; null for all. */
  event: 'post' | 'quote' | null;
  /** The first day; null for the first of all. */
  from: string | null;
  /** The last day; null for today and whatever follows. */
  to: string | null;
}

export const NO_FILTER: FeedFilter = { event: null, from: null, to: null };

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Returns the number of a day since 1970. */
export const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Returns the day of a number. */
export const toDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Whether a text is a day of the calendar from `FIRST_DAY` on. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && text >= FIRST_DAY && !Number.isNaN(toNumber(text)) && toDay(toNumber(text)) === text;

/** Reads the filter of an address. Values that are none are left out, so that every address shows a feed. */
export function filterOf(query: URLSearchParams): FeedFilter {
  const event = query.get('event');
  const day = (name: string) => {
    const value = query.get(name);
    return value !== null && isDay(value) ? value : null;
  };
  const from = day('from');
  const to = day('to');
  return {
    event: event === 'post' || event === 'quote' ? event : null,
    from: from === FIRST_DAY ? null : from,
    to: from !== null && to !== null && to < from ? null : to,
  };
}

/** Returns the query of a filter's address; empty without one. */
export function addressOf({ event, from, to }: FeedFilter): string {
  const query = new URLSearchParams();
  if (event !== null) query.set('event', event);
  if (from !== null && from !== FIRST_DAY) query.set('from', from);
  if (to !== null) query.set('to', to);
  return query.size === 0 ? '' : `?${query}`;
}

/** Counts the parts of a filter that leave something out: the type and the days. */
export const partsOf = ({ event, from, to }: FeedFilter): number =>
  Number(event !== null) + Number(from !== null || to !== null);
