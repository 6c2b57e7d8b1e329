import type { LoginSession } from '../login-session/login-session';
import { loginSession } from '../login-session/page-login-session';
import { createApi } from './api-client';
import { HttpError } from './errors';
import { type Transport, transport } from './transport';

type TokenSource = Pick<LoginSession, 'token' | 'renew' | 'expired'>;

/** Wraps a transport so that it sends the token of the login session. */
export const withToken =
  (session: TokenSource, send: Transport): Transport =>
  (url, request) =>
    sendWithToken(session, (token) => send(url, { ...request, token }));

/** Runs `send` with the token of the login session. */
export async function sendWithToken<T>(
  session: TokenSource,
  send: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await send(await session.token());
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  // A sign-out elsewhere or a restart with other keys ends a token early: retry once with a new one.
  try {
    return await send(await session.renew());
  } catch (error) {
    if (isUnauthorized(error)) await session.expired();
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** Sends a request as the signed-in person. For calls whose parameters are data; others use `api`. */
export const send = withToken(loginSession, transport);

/** Calls the API as the signed-in person. Rejects with `HttpError` or `NetworkError`. */
export const api = createApi(send);
