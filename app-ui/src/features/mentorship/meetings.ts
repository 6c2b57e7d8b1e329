import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import type { Day } from './calendar/month';

export const MEETING_KINDS = [
  'in_person',
  'phone',
  'video',
] as const satisfies readonly Schemas['MeetingKind'][];

export type Meeting = Schemas['MentorshipMeeting'];

const SHOWN = 3;

/** What is entered for a meeting outside the product. */
export interface MeetingDraft {
  metOn: Day;
  kind: Schemas['MeetingKind'];
  /** As typed; empty if it is not known. */
  minutes: string;
}

/** The longest meeting that the server accepts, in minutes. */
export const LONGEST_MEETING = 600;

/** Returns why a meeting cannot be logged. */
export function problemOf(
  { metOn, minutes }: MeetingDraft,
  { firstDay, lastDay }: { firstDay: Day; lastDay: Day },
): 'day' | 'minutes' | null {
  if (metOn < firstDay || metOn > lastDay) return 'day';
  const length = Number(minutes);
  const isLength = minutes === '' || (Number.isInteger(length) && length >= 1 && length <= LONGEST_MEETING);
  return isLength ? null : 'minutes';
}

/** Logs a meeting, or removes an own entry. */
export function useMeetings(id: string) {
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['mentorship'] });
  const log = useMutation({
    mutationFn: ({ minutes, ...draft }: MeetingDraft) =>
      api.post('/api/v2/mentorships/{id}/meetings/', {
        params: { path: { id } },
        body: { ...draft, minutes: minutes === '' ? null : Number(minutes) },
      }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (meeting: string) =>
      api.delete('/api/v2/mentorships/{id}/meetings/{meeting}/', { params: { path: { id, meeting } } }),
    onSuccess,
  });
  return { log, remove };
}

/** The meetings that are shown: the last ones, and what the person entered last. */
export function shownMeetings(meetings: readonly Meeting[]): Meeting[] {
  // Ids are in the order of their creation.
  const own = meetings.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const newest = own.sort().at(-1);
  return meetings.filter(({ id }, index) => index < SHOWN || id === newest);
}
