import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { addDays, type Day, dayOf } from './calendar/month';

export type Pause = Schemas['MentorshipPause'];

/** What is entered for a pause. */
export interface PauseDraft {
  startsOn: Day;
  endsOn: Day;
}

/** The longest pause that the server accepts from a mentor, in days. */
const LONGEST = 92;

/** A week from today. */
export function newPause(now: Date): PauseDraft {
  const today = dayOf(now);
  return { startsOn: today, endsOn: addDays(today, 6) };
}

/** Returns why a pause cannot be entered. */
export function problemOf(
  { startsOn, endsOn }: PauseDraft,
  now: Date,
): 'days' | 'past' | 'order' | 'long' | null {
  if (startsOn === '' || endsOn === '') return 'days';
  if (startsOn < dayOf(now)) return 'past';
  if (endsOn < startsOn) return 'order';
  return endsOn > addDays(startsOn, LONGEST - 1) ? 'long' : null;
}

/** Returns the pauses that are not over, and the one that can be taken back: the one that was entered last. */
export function currentPauses(pauses: readonly Pause[], now: Date) {
  const current = pauses.filter(({ endsOn }) => endsOn >= dayOf(now));
  // Ids are in the order of their creation.
  const last = pauses
    .map(({ id }) => id)
    .sort()
    .at(-1);
  return { current, removable: current.find(({ id }) => id === last)?.id };
}

/** Enters a pause, or takes one back. Deadlines, streak and lists follow. */
export function usePauses(id: string) {
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['mentorship'] });
  const create = useMutation({
    mutationFn: (body: PauseDraft) =>
      api.post('/api/v2/mentorships/{id}/pauses/', { params: { path: { id } }, body }),
    onSuccess,
  });
  const takeBack = useMutation({
    mutationFn: (pause: string) =>
      api.delete('/api/v2/mentorships/{id}/pauses/{pause}/', { params: { path: { id, pause } } }),
    onSuccess,
  });
  return { create, takeBack };
}
