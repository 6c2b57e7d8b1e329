import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type ListedAnnouncement = Schemas['StaffAnnouncement'];
export type Announcement = Schemas['StaffAnnouncementResponse'];

export const STATES = ['draft', 'scheduled', 'sent', 'taken_back'] as const;
export const ROLES = ['mentee', 'mentor'] as const;
export const AMONG = ['all', 'matched', 'unmatched'] as const;

export const ANNOUNCEMENTS: ListDefinition<ListedAnnouncement> = {
  name: 'announcements',
  shape: {
    filters: { state: STATES, programme: UUID },
    sorts: ['when', 'title'],
    defaultSort: '-when',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/announcements/'),
};

const paramsOf = (announcement: string) => ({ path: { announcement } });

/** How often the numbers of one that was sent are fetched; at first they grow fast. */
const FRESH_MS = 15_000;
const GROWING_MS = 2_000;

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'announcements', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/announcements/{announcement}/', { params: paramsOf(id), signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'sent') return data.reached === 0 ? GROWING_MS : FRESH_MS;
      return data?.state === 'scheduled' ? FRESH_MS : false;
    },
  });

/** How many mentees and mentors there are now. */
export const audienceQuery = (programme: string, among: Announcement['among'], cohort: string | null) =>
  queryOptions({
    queryKey: ['staff', 'audience', programme, among, cohort],
    queryFn: ({ signal }) =>
      api.get('/api/staff/announcements/audience/', {
        params: { query: { programme, among, ...(cohort !== null && { cohort }) } },
        signal,
      }),
    staleTime: 10_000,
  });

export const beginAnnouncement = (body: Schemas['BeginAnnouncementRequest']) =>
  api.post('/api/staff/announcements/', { body });

export const saveAnnouncement = (id: string, body: Schemas['SaveAnnouncementRequest']) =>
  // The page may be closing.
  api.put('/api/staff/announcements/{announcement}/', { params: paramsOf(id), body, keepalive: true });

export const discardAnnouncement = (id: string, revision: number) =>
  api.delete('/api/staff/announcements/{announcement}/', {
    params: { ...paramsOf(id), query: { revision } },
  });

/** `at`: a local time of the programme; null for now. */
export const sendAnnouncement = (id: string, revision: number, at: string | null) =>
  api.post('/api/staff/announcements/{announcement}/sending/', {
    params: paramsOf(id),
    body: { revision, at },
  });

export const unscheduleAnnouncement = (id: string, revision: number) =>
  api.delete('/api/staff/announcements/{announcement}/sending/', {
    params: { ...paramsOf(id), query: { revision } },
  });

export const correctAnnouncement = (id: string, body: Schemas['CorrectAnnouncementRequest']) =>
  api.post('/api/staff/announcements/{announcement}/correction/', { params: paramsOf(id), body });

export const takeAnnouncementBack = (id: string, revision: number) =>
  api.post('/api/staff/announcements/{announcement}/taking-back/', {
    params: paramsOf(id),
    body: { revision },
  });
