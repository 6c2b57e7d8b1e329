import { maintenance } from '../session/maintenance';
import { HttpError } from './errors';

/** What came back, however it was asked for. */
export interface RawAnswer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** The JSON of a good answer; a refusal is thrown as `HttpError`. */
export function readAnswer({ status, text, retryAfter }: RawAnswer): unknown {
  const answer = parseJson(text);
  if (status >= 200 && status < 300 && answer !== INVALID) return answer;
  // A proxy in between may answer with a page of its own, so no field of the answer is taken for granted.
  const body = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  const code = typeof body.code === 'string' ? body.code : 'server';
  if (code === 'under_maintenance') maintenance.set(true);
  throw new HttpError({
    status,
    code,
    message: typeof body.message === 'string' ? body.message : 'Server error',
    fields: toFields(body.fields),
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

function toSentences(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
