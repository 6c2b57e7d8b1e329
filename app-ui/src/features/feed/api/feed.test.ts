import { QueryClient } from '@tanstack/react-query';
import { api } from 'ui-kit';
import { expect, it, vi } from 'vitest';
import { NO_FILTER } from '../filter';
import { feedQuery } from './feed';

it('page_names_its_size', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({ hasNextPage: false } as never);
  const queries = new QueryClient();
  await queries.fetchInfiniteQuery(feedQuery(queries, NO_FILTER, 'en', { current: undefined }));
  const [, options] = get.mock.calls[0] as unknown as [string, { params: { query: object } }];
  expect(options.params.query).toEqual({ page: 1, size: 10, image_type: 'web' });
});
