import { loginSession } from '../login-session/page-login-session';
import { sendWithToken } from './api';
import { type ApiParams, type ApiPath, apiUrl } from './api-client';
import { NetworkError } from './errors';
import { readResponse } from './response';

/** A file with the headers of its response. */
export interface Download {
  blob: Blob;
  headers: Headers;
}

/** Fetches a file as the signed-in person. Rejects with `HttpError` or `NetworkError`. */
export const download = <Path extends ApiPath<'get'>>(
  path: Path,
  { params, signal }: ApiParams<'get', Path> & { signal: AbortSignal },
): Promise<Download> => downloadFrom(apiUrl(path, params), signal);

/** The same for an address whose parameters are data, such as the filters of a list. A body is posted. */
export const downloadFrom = (url: string, signal: AbortSignal, body?: object): Promise<Download> =>
  sendWithToken(loginSession, (token) => fetchFile(url, token, signal, body));

async function fetchFile(url: string, token: string, signal: AbortSignal, body?: object): Promise<Download> {
  let response: Response;
  const authorized = { authorization: `Bearer ${token}` };
  const posted = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...authorized, 'content-type': 'application/json' },
  };
  try {
    response = await fetch(url, { headers: authorized, ...posted, signal });
    if (response.ok) return { blob: await response.blob(), headers: response.headers };
  } catch (cause) {
    // An aborted request is not a network failure.
    if (signal.aborted) throw cause;
    throw new NetworkError('The server could not be reached.', { cause });
  }
  const { status, headers } = response;
  readResponse({ status, text: await response.text(), retryAfter: headers.get('retry-after') });
  throw new Error('An unsuccessful response was read as a success.');
}
