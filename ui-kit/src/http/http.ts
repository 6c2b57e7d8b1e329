import type { Session } from '../session/session';
import { session } from '../session/the-session';
import { HttpError } from './errors';
import { type Transport, type TransportRequest, transport } from './transport';

export interface HttpRequest extends Omit<TransportRequest, 'token'> {
  /** For the public calls: no token is sent and a 401 says nothing about the session. */
  anonymous?: boolean;
}

type SessionOfHttp = Pick<Session, 'token' | 'renew' | 'expired'>;

/** Binds the transport to a session; apart from `http` itself only tests need another one. */
export function createHttp(session: SessionOfHttp, send: Transport) {
  return async function http<T>(
    path: string,
    { anonymous = false, ...request }: HttpRequest = {},
  ): Promise<T> {
    if (anonymous) return (await send(path, request)) as T;
    return signedIn(session, (token) => send(path, { ...request, token }) as Promise<T>);
  };
}

/** Makes a call with the token of the session. */
export async function signedIn<T>(session: SessionOfHttp, call: (token: string) => Promise<T>): Promise<T> {
  try {
    return await call(await session.token());
  } catch (error) {
    if (!isNotSignedIn(error)) throw error;
  }
  // The token may have been ended early (a sign-out elsewhere, a restart with other keys): one new one, one try.
  try {
    return await call(await session.renew());
  } catch (error) {
    if (isNotSignedIn(error)) await session.expired();
    throw error;
  }
}

function isNotSignedIn(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** Calls the API: JSON in, JSON out, `HttpError` or `NetworkError` thrown. */
export const http = createHttp(session, transport);
