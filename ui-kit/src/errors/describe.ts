import { HttpError } from '../http/errors';

/** Report of an error without personal data: error, stack frames and page. */
export interface ErrorReport {
  /** Class of the error. */
  name: string;
  message: string;
  /** Innermost frame first. */
  frames: { function: string; file: string; line: number; column: number }[];
  /** Path without ids and query. */
  page: string;
}

const MAX_FRAMES = 30;

/**
 * Matches "at name (https://host/file.js:1:2)" of Chromium and "name@https://host/file.js:1:2" of Firefox and Safari.
 */
const FRAME = /^\s*(?:at (?:(.*?) \()?|(.*?)@)(?:https?:\/\/[^/]+)?(\/[^?#:]*)[^:]*:(\d+):(\d+)\)?$/;

export function describeError(error: unknown, path: string): ErrorReport {
  const { name, message, stack } =
    error instanceof Error ? error : new Error('A value that is no error was thrown.');
  const frames = (stack ?? '').split('\n').flatMap((line) => {
    const [, chromium, others, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined) return [];
    return [{ function: chromium ?? others ?? '', file, line: Number(row), column: Number(column) }];
  });
  return {
    name,
    message: error instanceof HttpError ? describeRefusal(error) : redactMessage(message),
    frames: frames.slice(0, MAX_FRAMES),
    page: redactPath(path),
  };
}

/**
 * Describes a response by code and status class: its sentence may name a person, and three digits would be redacted.
 */
const describeRefusal = ({ code, status }: HttpError): string =>
  redactMessage(code) + (status > 0 ? ` ${Math.floor(status / 100)}xx` : '');

/** Redacts quoted text, addresses, tokens and numbers, which may be personal data. */
function redactMessage(message: string): string {
  return message
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, '"…"')
    .replace(/\S*[@/=]\S*/g, '…')
    .replace(/[\w.+-]{20,}/g, '…')
    .replace(/\d{3,}/g, '…')
    .slice(0, 300);
}

const redactPath = (path: string): string => path.replace(/\/[^/]*\d[^/]*/g, '/:id');
