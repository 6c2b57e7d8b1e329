import { expect, it, vi } from 'vitest';
import { HttpError } from '../http/errors';
import { profileQuery } from '../login-session/profile';
import { createQueryClient } from './query-client';

it('refusal for missing agreement reads the profile again', async () => {
  const queries = createQueryClient();
  const readProfile = vi.fn(() => Promise.resolve({ hasAgreedTerms: false }));
  queries.setQueryDefaults(profileQuery.queryKey, { queryFn: readProfile });
  await queries.fetchQuery({ queryKey: profileQuery.queryKey });
  const refused = new HttpError({ status: 403, code: 'terms_required', message: '' });
  await queries
    .fetchQuery({ queryKey: ['card'], queryFn: () => Promise.reject(refused) })
    .catch(() => undefined);
  expect(queries.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true);
});
