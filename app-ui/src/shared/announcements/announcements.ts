import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type ListedAnnouncement = Schemas['ListedAnnouncement'];

/** Begins the keys of all queries: the name of their topic. */
export const ANNOUNCEMENTS = ['announcements'] as const;

/** What the team announced, unread first, in the language of the page. */
export const announcementsQuery = (language: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, 'list', language],
    queryFn: ({ signal }) => api.get('/api/v2/announcements/', { signal }),
    staleTime: 60_000,
  });

export const announcementQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS, id, language],
    queryFn: ({ signal }) =>
      api.get('/api/v2/announcements/{announcement}/', { params: { path: { announcement: id } }, signal }),
  });

/** Says that the person has read an announcement. Can be repeated. */
export const markRead = (id: string) =>
  api.post('/api/v2/announcements/{announcement}/reading/', { params: { path: { announcement: id } } });
