import { HttpError } from '../http/errors';

/** An error as it may leave the page: what broke and where in our code, and nothing that a person wrote or is called. */
export interface ErrorReport {
  /** The class of the error. */
  name: string;
  message: string;
  /** The innermost call first. */
  frames: { function: string; file: string; line: number; column: number }[];
  /** Which page it was, without ids and query. */
  page: string;
}

const MOST_FRAMES = 30;

/** "at name (https://host/file.js:1:2)" of Chromium, "name@https://host/file.js:1:2" of Firefox and Safari. */
const FRAME = /^\s*(?:at (?:(.*?) \()?|(.*?)@)(?:https?:\/\/[^/]+)?(\/[^?#:]*)[^:]*:(\d+):(\d+)\)?$/;

export function describeError(error: unknown, path: string): ErrorReport {
  const { name, message, stack } = error instanceof Error ? error : new Error('Something else was thrown.');
  const frames = (stack ?? '').split('\n').flatMap((line) => {
    const [, chromium, others, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined) return [];
    return [{ function: chromium ?? others ?? '', file, line: Number(row), column: Number(column) }];
  });
  return {
    name,
    message: error instanceof HttpError ? refusalOf(error) : withoutWords(message),
    frames: frames.slice(0, MOST_FRAMES),
    page: withoutIds(path),
  };
}

/** The code is a programmer's, the sentence may name somebody; three digits would be taken out as somebody's. */
const refusalOf = ({ code, status }: HttpError): string =>
  withoutWords(code) + (status > 0 ? ` ${Math.floor(status / 100)}xx` : '');

/**
 * What stands in quotes, and what looks like an address, a token or a number, may be somebody's. The sentence around it
 * is a programmer's.
 */
function withoutWords(message: string): string {
  return message
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, '"…"')
    .replace(/\S*[@/=]\S*/g, '…')
    .replace(/[\w.+-]{20,}/g, '…')
    .replace(/\d{3,}/g, '…')
    .slice(0, 300);
}

const withoutIds = (path: string): string => path.replace(/\/[^/]*\d[^/]*/g, '/:id');
