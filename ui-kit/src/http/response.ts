import { maintenance } from '../login-session/maintenance';
import { HttpError, type Problem } from './errors';

/** A response of `fetch` or of `XMLHttpRequest`. */
export interface RawResponse {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** Returns the JSON of a successful response. Throws `HttpError` for every other one. */
export function readResponse({ status, text, retryAfter }: RawResponse): unknown {
  const json = parseJson(text);
  if (status >= 200 && status < 300 && json !== INVALID) return json;
  // A proxy may respond with a page of its own, so no field is certain.
  const body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  const code = typeof body.code === 'string' ? body.code : 'server';
  if (code === 'under_maintenance') maintenance.set(true);
  throw new HttpError({
    status,
    code,
    message: typeof body.message === 'string' ? body.message : 'Server error',
    fields: toFields(body.fields),
    problems: toProblems(body.problems),
    sentences: [...toSentences(body.non_field_errors), ...toSentences(body.errors)],
    retryAfter: Number.isNaN(seconds) ? null : seconds,
  });
}

const INVALID = Symbol('not JSON');

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return INVALID;
  }
}

function toFields(value: unknown): Record<string, readonly string[]> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, sentences]) =>
      Array.isArray(sentences) ? [[name, toSentences(sentences)]] : [],
    ),
  );
}

function toProblems(value: unknown): Record<string, Problem> {
  if (typeof value !== 'object' || value === null) return {};
  const hasCode = (entry: [string, unknown]): entry is [string, Problem] =>
    typeof (entry[1] as { code?: unknown } | null)?.code === 'string';
  return Object.fromEntries(Object.entries(value).filter(hasCode));
}

function toSentences(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
