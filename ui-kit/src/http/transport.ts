import { readAnswer } from './answers';
import { NetworkError } from './errors';

export interface TransportRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Goes on when the page is left: for what was answered in passing. At most 64 kB. */
  keepalive?: boolean | undefined;
  token?: string | undefined;
}

export type Transport = (path: string, request?: TransportRequest) => Promise<unknown>;

/** One HTTP exchange as JSON. Knows nothing of sessions; `http` is what everyone else calls. */
export const transport: Transport = async (
  path,
  { method = 'GET', body, signal, keepalive = false, token } = {},
) => {
  const headers = new Headers({ accept: 'application/json' });
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);

  let response: Response;
  let text: string;
  try {
    response = await fetch(`/${path.replace(/^\//, '')}`, {
      method,
      headers,
      credentials: 'same-origin',
      keepalive,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    text = await response.text();
  } catch (cause) {
    // Giving up on purpose is not a failure of the network.
    if (signal?.aborted) throw cause;
    throw new NetworkError('The server could not be reached.', { cause });
  }

  return readAnswer({ status: response.status, text, retryAfter: response.headers.get('retry-after') });
};
