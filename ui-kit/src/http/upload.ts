import { session } from '../session/the-session';
import { readAnswer } from './answers';
import { NetworkError } from './errors';
import { signedIn } from './http';

export interface UploadRequest {
  /** The file, under the name that the server knows it by. */
  field: string;
  file: File;
  /** How much of it is on its way, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file. `fetch` cannot say how much of a body has left, so this is the older way. */
export function upload<T>(path: string, request: UploadRequest): Promise<T> {
  return signedIn(session, (token) => send(path, token, request) as Promise<T>);
}

function send(
  path: string,
  token: string,
  { field, file, onProgress, signal }: UploadRequest,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const giveUp = () => call.abort();
    const ended = (settle: () => void) => () => {
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    call.open('POST', `/${path}`);
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onload = ended(() => {
      const retryAfter = call.getResponseHeader('retry-after');
      try {
        resolve(readAnswer({ status: call.status, text: call.responseText, retryAfter }));
      } catch (error) {
        reject(error);
      }
    });
    call.onerror = ended(() => reject(new NetworkError('The server could not be reached.')));
    call.onabort = ended(() => reject(signal.reason));
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) return reject(signal.reason);
    const body = new FormData();
    body.append(field, file, file.name);
    call.send(body);
  });
}
