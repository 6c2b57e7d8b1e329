import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

/** A mentorship with what only its page shows. */
export type MentorshipRecord = Schemas['StaffMentorshipResponse'];

export type Pause = Schemas['StaffPause'];
export type Meeting = Schemas['StaffMeeting'];
export type MeetingDraft = Pick<Meeting, 'metOn' | 'kind' | 'minutes'>;

const paramsOf = (id: string) => ({ path: { mentorship: id } });

export const mentorshipQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'mentorship', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/mentorships/{mentorship}/', { params: paramsOf(id), signal }),
    refetchOnWindowFocus: 'always',
  });

/** Ends a mentorship. Its members are notified, without the reason. */
export async function endMentorship(
  id: string,
  reason: Schemas['MentorshipEndReason'],
  note: string,
  afterwards: { doMenteesWait: boolean; doesMentorStop: boolean },
): Promise<void> {
  await api.post('/api/staff/mentorships/{mentorship}/ending/', {
    params: paramsOf(id),
    body: { reason, note, ...afterwards },
  });
}

/** Takes the end of a mentorship back, within a day. */
export async function takeEndBack(id: string): Promise<void> {
  await api.delete('/api/staff/mentorships/{mentorship}/ending/', { params: paramsOf(id) });
}

/** Enters a pause. Deadlines move, and the members are notified. */
export const pauseMentorship = (id: string, days: Pick<Pause, 'startsOn' | 'endsOn'>) =>
  api.post('/api/staff/mentorships/{mentorship}/pauses/', { params: paramsOf(id), body: days });

export async function takePauseBack(id: string, pause: string): Promise<void> {
  await api.delete('/api/staff/mentorships/{mentorship}/pauses/{pause}/', {
    params: { path: { mentorship: id, pause } },
  });
}

/** Enters a meeting outside the app, which counts as contact of both sides. */
export const logMeeting = (id: string, meeting: MeetingDraft) =>
  api.post('/api/staff/mentorships/{mentorship}/meetings/', { params: paramsOf(id), body: meeting });

export async function removeMeeting(id: string, meeting: string): Promise<void> {
  await api.delete('/api/staff/mentorships/{mentorship}/meetings/{meeting}/', {
    params: { path: { mentorship: id, meeting } },
  });
}

export async function addMentee(id: string, person: string): Promise<void> {
  await api.post('/api/staff/mentorships/{mentorship}/members/', { params: paramsOf(id), body: { person } });
}

/** Takes a mentee out of a group, which goes on. They and the mentor are notified, without the reason. */
export async function takeOut(
  id: string,
  person: string,
  departure: Schemas['DepartureRequest'],
): Promise<void> {
  await api.post('/api/staff/mentorships/{mentorship}/members/{person}/departure/', {
    params: { path: { mentorship: id, person } },
    body: departure,
  });
}
