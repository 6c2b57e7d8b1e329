import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { kept } from '../../../shared/offline/kept';
import { isAsSent } from './event-draft';

export type CalendarEvent = Schemas['CalendarEvent'];
export type EventRequest = Schemas['EventRequest'];
export type Availability = Schemas['Availability'];

const EVENTS = '/api/v1/mentorships/{id}/calendar-events/';
const EVENT = '/api/v1/mentorships/{id}/calendar-events/{event}/';
const FEED = '/api/v1/mentorships/{id}/calendar-feed/';

/** Keys begin with the topic of live updates, as those of mentorships. */
export const eventsQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['mentorship', 'events', id, language],
    networkMode: 'always',
    queryFn: kept(({ signal }) => api.get(EVENTS, { params: { path: { id } }, signal })),
  });

export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentorship', 'progress', id],
    networkMode: 'always',
    queryFn: kept(({ signal }) =>
      api.get('/api/v2/mentorships/{id}/progress/', { params: { path: { id } }, signal }),
    ),
  });

/** Shows or hides the streak of the person. */
export function useShowStreak() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (shown: boolean) => api.put('/api/v2/mentorships/streak/', { body: { shown } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['mentorship', 'progress'] }),
  });
}

export const freeTimesQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentorship', 'freeTimes', id],
    queryFn: ({ signal }) =>
      api.get('/api/v1/mentorships/{id}/free-times/', { params: { path: { id } }, signal }),
  });

export const availabilityQuery = queryOptions({
  queryKey: ['availability'],
  queryFn: ({ signal }) => api.get('/api/v1/availability/', { signal }),
});

export const feedQuery = (id: string) =>
  queryOptions({
    queryKey: ['mentorship', 'feed', id],
    queryFn: ({ signal }) => api.get(FEED, { params: { path: { id } }, signal }),
  });

/**
 * Creates an event, or changes one. An earlier request whose answer was lost may have created the event as the form was then: it
 * is changed to what the form says now.
 */
export async function saveEvent(
  id: string,
  event: string | null,
  body: EventRequest,
): Promise<CalendarEvent> {
  const change = (event: string, body: EventRequest) =>
    api.put(EVENT, { params: { path: { id, event } }, body });
  if (event !== null) return change(event, body);
  const created = await api.post(EVENTS, { params: { path: { id } }, body });
  return isAsSent(created, body) ? created : change(created.id, { ...body, updatedOn: created.updatedOn });
}

/** Saves an event. The events are loaded again afterwards. */
export function useSaveEvent(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ event, body }: { event: string | null; body: EventRequest }) => saveEvent(id, event, body),
    onSettled: () => cache.invalidateQueries({ queryKey: ['mentorship', 'events', id] }),
  });
}

/** Deletes an event, and then removes it from the list. */
export function useDeleteEvent(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (event: string) => api.delete(EVENT, { params: { path: { id, event } } }),
    onSuccess: (_, event) =>
      cache.setQueriesData<CalendarEvent[]>({ queryKey: ['mentorship', 'events', id] }, (events) =>
        events?.filter((one) => one.id !== event),
      ),
  });
}

export function useSaveAvailability(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Availability) => api.put('/api/v1/availability/', { body }),
    onSuccess: (saved) => {
      cache.setQueryData(availabilityQuery.queryKey, saved);
      return cache.invalidateQueries({ queryKey: freeTimesQuery(id).queryKey });
    },
  });
}

/** Creates the link of a feed, or ends it. */
export function useFeed(id: string) {
  const cache = useQueryClient();
  const setExists = (exists: boolean) => cache.setQueryData(feedQuery(id).queryKey, { exists });
  const create = useMutation({
    mutationFn: () => api.post(FEED, { params: { path: { id } } }),
    onSuccess: () => setExists(true),
  });
  const revoke = useMutation({
    mutationFn: () => api.delete(FEED, { params: { path: { id } } }),
    onSuccess: () => setExists(false),
  });
  return { create, revoke };
}
