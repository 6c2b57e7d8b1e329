import { vi } from 'vitest';

type Answer = { status: number; body?: unknown } | 'no network';
type Handler = Answer | ((body: unknown) => Answer | Promise<Answer>);

/** Stubs `fetch` with the given calls. An unknown call throws. */
export function fakeApi(calls: Record<string, Handler>) {
  const seen: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = `${method} ${url}`;
      seen.push(call);
      const handler = calls[call];
      if (handler === undefined) throw new Error(`The test does not know the call ${call}.`);
      const sent = typeof body === 'string' ? JSON.parse(body) : body instanceof FormData ? body : undefined;
      const answer = typeof handler === 'function' ? await handler(sent) : handler;
      if (answer === 'no network') throw new TypeError('Failed to fetch');
      return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
        status: answer.status,
      });
    }),
  );
  return { seen };
}

export const refusal = (status: number, code: string) => ({ status, body: { code, message: code } });
export const grant = { status: 200, body: { accessToken: 'token', expiresAt: '2999-01-01T00:00:00Z' } };
