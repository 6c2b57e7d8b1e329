import { HttpError, NetworkError } from 'ui-kit';
import { expect, it, vi } from 'vitest';
import { fakeApi } from '../../../../testing/fake-api';
import '../../../../i18n';
import { reportSocialError, socialError } from './social-error';

const refusal = (code: string) => new HttpError({ status: 409, code, message: code });

it('reports provider failures but no user errors', async () => {
  const reported: unknown[] = [];
  fakeApi({
    'GET /api/v2/settings/': { status: 200, body: { reportsErrors: true } },
    'POST /api/v2/errors/': (body) => {
      reported.push((body as { message: string }).message);
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
  for (const code of quiet) reportSocialError(refusal(code));
  reportSocialError(new NetworkError('away'));
  reportSocialError(socialError('social_failed'));
  reportSocialError(socialError('unavailable'));
  reportSocialError(new TypeError('x is not a function'));
  await vi.waitFor(() => expect(reported).toHaveLength(3));
  expect(reported.sort()).toEqual(['social_failed', 'unavailable', 'x is not a function']);
});
