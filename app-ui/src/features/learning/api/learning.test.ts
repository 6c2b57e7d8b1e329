import { QueryClient } from '@tanstack/react-query';
import { api } from 'ui-kit';
import { afterEach, expect, it, vi } from 'vitest';
import { sendEntry, sessionsQuery } from './learning';

afterEach(() => vi.restoreAllMocks());

it('submitted_quiz_names_its_mentorship', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(undefined as never);
  const place = { session: 's', step: 'b', quiz: 'q' };
  const what = { kind: 'quiz', place, mentorship: 'm1', answers: { a: 1 } } as const;
  await sendEntry({ id: 'r', account: 'me', at: '2026-01-01T00:00:00Z', title: 'Goals', what });
  const [path, request] = post.mock.calls[0] as unknown as [string, { body: FormData }];
  expect(path).toBe('/api/v3/learninghub/quiz/save-answer/');
  const data = JSON.parse(String(request.body.get('data')));
  expect(data).toMatchObject({ ...place, mentorship: 'm1', answer_json: { a: 1 } });
});

it('all_sessions_are_those_not_started_and_the_own_ones', async () => {
  const get = vi.spyOn(api, 'get').mockImplementation((async (path: string) => [path]) as never);
  const sessions = await new QueryClient().fetchQuery(sessionsQuery('all', 'en'));
  expect(sessions).toEqual(['/api/v2/learninghub/sessions/', '/api/v2/learninghub/mysessions/']);
  const queries = get.mock.calls.map(
    ([, options]) => (options as { params: { query: object } }).params.query,
  );
  expect(queries).toEqual([{ not_started: 'true', image_type: 'web' }, { image_type: 'web' }]);
});
