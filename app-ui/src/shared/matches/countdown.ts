import type { Match } from './types';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time in which a person decides, in milliseconds of the server's clock. */
export interface Span {
  from: number;
  until: number;
}

type Timed = Pick<Match, 'id' | 'status' | 'updatedTimestamp' | 'expiresAt' | 'isExpired'>;

interface Rules {
  /** In the order of the server. */
  matches: readonly Timed[];
  /** A mentee has one countdown for all proposals, which begins with the first. */
  isMentee: boolean;
  expiryHours: number;
}

/** Returns when the time for a match began and when it ends; null where nothing counts down. */
export function spanOf(match: Timed, { matches, isMentee, expiryHours }: Rules): Span | null {
  if (match.status !== 'ACTIVE') return null;
  const first = isMentee ? matches.find(({ status }) => status === 'ACTIVE') : match;
  const { updatedTimestamp, expiresAt } = first ?? match;
  const from = Date.parse(updatedTimestamp);
  // The server keeps the end of a match when the hours of its programme change.
  return { from, until: expiresAt === null ? from + expiryHours * HOUR_MS : Date.parse(expiresAt) };
}

export function isExpired(match: Timed, span: Span | null, now: number): boolean {
  return match.status === 'EXPIRED' || match.isExpired || (span !== null && span.until <= now);
}

/** A moment of a span. The first two are announced. */
export type Milestone = 'half' | 'nineTenths' | 'end';

const SHARES: readonly [Milestone, number][] = [
  ['half', 0.5],
  ['nineTenths', 0.9],
  ['end', 1],
];

export function milestonesOf({ from, until }: Span): { kind: Milestone; at: number }[] {
  return SHARES.map(([kind, share]) => ({ kind, at: from + share * (until - from) }));
}

/** Returns the milestones of a span in a stretch of time: after `before`, not after `now`. */
export function milestonesBetween(span: Span, before: number, now: number): Milestone[] {
  return milestonesOf(span)
    .filter(({ at }) => before < at && at <= now)
    .map(({ kind }) => kind);
}

/** Returns the next milestone of all spans after `now`. */
export function nextMilestone(spans: readonly Span[], now: number): number | null {
  const later = spans.flatMap((span) => milestonesOf(span).filter(({ at }) => at > now));
  return later.length === 0 ? null : Math.min(...later.map(({ at }) => at));
}

type Unit = 'day' | 'hour' | 'minute' | 'second';

/** Returns the two largest units of a time that is left; the last minutes alone, the last minute in seconds. */
export function partsOf(leftMs: number): [number, Unit][] {
  const left = Math.max(0, leftMs);
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  const both = (first: [number, Unit], second: [number, Unit]) =>
    second[0] === 0 ? [first] : [first, second];
  if (days > 0) return both([days, 'day'], [hours, 'hour']);
  if (hours > 0) return both([hours, 'hour'], [minutes, 'minute']);
  if (minutes > 0) return [[minutes, 'minute']];
  return [[Math.ceil(left / SECOND_MS), 'second']];
}

/** Formats a time that is left, such as "2 days 4 hours". */
export function formatLeft(leftMs: number, language: string): string {
  const texts = partsOf(leftMs).map(([value, unit]) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      numberingSystem: 'latn',
    }).format(value),
  );
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(texts);
}
