import { loginSession } from '../login-session/page-login-session';
import { sendWithToken } from './api';
import { type ApiParams, type ApiPath, type ApiResult, apiUrl } from './api-client';
import { NetworkError } from './errors';
import { readResponse } from './response';

interface UploadOptions {
  file: File;
  /** Further fields, sent before the file. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Receives the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file as the field `file`. Uses `XMLHttpRequest`, because `fetch` does not report the progress of a body. */
export function upload<Path extends ApiPath<'post'>>(
  path: Path,
  { params, ...options }: UploadOptions & ApiParams<'post', Path>,
): Promise<ApiResult<'post', Path>> {
  const url = apiUrl(path, params);
  return sendWithToken(
    loginSession,
    (token) => send(url, token, options) as Promise<ApiResult<'post', Path>>,
  );
}

function send(
  url: string,
  token: string,
  { file, fields = {}, onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settled = (settle: () => void) => () => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = settled(() => {
      const retryAfter = request.getResponseHeader('retry-after');
      try {
        resolve(readResponse({ status: request.status, text: request.responseText, retryAfter }));
      } catch (error) {
        reject(error);
      }
    });
    request.onerror = settled(() => reject(new NetworkError('The server could not be reached.')));
    request.onabort = settled(() => reject(signal.reason));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(signal.reason);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', file, file.name);
    request.send(body);
  });
}
