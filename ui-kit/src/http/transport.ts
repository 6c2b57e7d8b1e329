import { pageLanguage } from '../i18n/languages';
import { NetworkError } from './errors';
import { takeFirst } from './first-requests';
import { readResponse } from './response';

export interface TransportRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Completes the request after the page is left, if its body is small enough for the browser. */
  keepalive?: boolean | undefined;
  token?: string | undefined;
}

export type Transport = (url: string, request?: TransportRequest) => Promise<unknown>;

/** Browsers refuse to keep requests alive whose bodies have more than 64 KiB; the rest is for the frame of a form. */
const KEEPALIVE_MAX_BYTES = 60_000;

/** Sends one HTTP request and returns the JSON of the response. Does not know login sessions: see `api` and `publicApi`. */
export const transport: Transport = async (
  url,
  { method = 'GET', body, signal, keepalive = false, token } = {},
) => {
  const headers = new Headers({ accept: 'application/json', 'accept-language': pageLanguage() });
  const isForm = body instanceof FormData;
  const json = isForm ? '' : (JSON.stringify(body) ?? '');
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);

  let response: Response;
  let text: string;
  try {
    // Other requests are sent at once, also by a page that closes.
    const first = takeFirst(method, url, token);
    response =
      (first && (await first)) ??
      (await fetch(url, {
        method,
        headers,
        credentials: 'same-origin',
        keepalive: keepalive && new Blob(isForm ? [...body.values()] : [json]).size < KEEPALIVE_MAX_BYTES,
        ...(body === undefined ? {} : { body: isForm ? body : json }),
        ...(signal === undefined ? {} : { signal }),
      }));
    text = await response.text();
  } catch (cause) {
    // An aborted request is not a network failure.
    if (signal?.aborted) throw cause;
    throw new NetworkError('The server could not be reached.', { cause });
  }

  return readResponse({ status: response.status, text, retryAfter: response.headers.get('retry-after') });
};
