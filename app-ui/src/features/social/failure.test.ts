import { HttpError, NetworkError } from 'ui-kit';
import { expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api';
import '../../i18n';
import { failureOf, reportFailure } from './failure';

const refusal = (code: string) => new HttpError({ status: 409, code, message: code });

it('tells the operator of a way that is broken, and of nothing that a person did or a moment brings', async () => {
  const told: unknown[] = [];
  fakeApi({
    'GET /api/v2/settings/': { status: 200, body: { reportsErrors: true } },
    'POST /api/v2/errors/': (body) => {
      told.push((body as { message: string }).message);
      return { status: 204 };
    },
  });
  const quiet = [
    'other_provider',
    'user_disabled',
    'email_not_verified',
    'rate_limited',
    'under_maintenance',
  ];
  for (const code of quiet) reportFailure(refusal(code));
  reportFailure(new NetworkError('away'));
  reportFailure(failureOf('social_failed'));
  reportFailure(failureOf('unavailable'));
  reportFailure(new TypeError('x is not a function'));
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told.sort()).toEqual(['social_failed', 'unavailable', 'x is not a function']);
});
