import { api } from 'ui-kit';
import type { FetchAuthors } from '../model/authors';

export const fetchAuthors: FetchAuthors = (channelId, userIds) =>
  api.get('/api/v2/chat/{channel}/authors/', {
    params: { path: { channel: channelId }, query: { user_ids: userIds.join(',') } },
  });
