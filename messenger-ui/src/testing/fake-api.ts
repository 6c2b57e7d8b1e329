import { vi } from 'vitest';

type Answer = { status: number; body?: unknown } | 'no network';

/** The answers of the server by request, or functions that return them. */
export type Calls = Record<string, Answer | ((body: unknown) => Answer | Promise<Answer>)>;

/** Stubs `fetch` with the given answers and a token renewal. An unknown request fails the test. */
export function fakeApi(calls: Calls) {
  const seen: { call: string; body: unknown }[] = [];
  const grant = { status: 200, body: { accessToken: 'token', expiresAt: '2999-01-01T00:00:00Z' } };
  const known: Calls = { 'POST /api/v2/users/refresh/': grant, ...calls };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = `${method} ${url}`;
      const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
      seen.push({ call, body: given });
      const handler = known[call];
      if (handler === undefined) throw new Error(`The test does not know the call ${call}.`);
      const answer = typeof handler === 'function' ? await handler(given) : handler;
      if (answer === 'no network') throw new TypeError('Failed to fetch');
      return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
        status: answer.status,
      });
    }),
  );
  return {
    /** The bodies of this request. */
    bodies: (call: string) => seen.filter((one) => one.call === call).map((one) => one.body),
  };
}
