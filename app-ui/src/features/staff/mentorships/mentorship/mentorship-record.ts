import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

/** A mentorship with what only its page shows. */
export type MentorshipRecord = Schemas['StaffMentorshipResponse'];

const paramsOf = (id: string) => ({ path: { mentorship: id } });

export const mentorshipQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'mentorship', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/mentorships/{mentorship}/', { params: paramsOf(id), signal }),
    refetchOnWindowFocus: 'always',
  });

/** Ends a mentorship. Its members are notified, without the reason. */
export async function endMentorship(id: string, reason: string, doMenteesWait: boolean): Promise<void> {
  await api.post('/api/staff/mentorships/{mentorship}/ending/', {
    params: paramsOf(id),
    body: { reason, doMenteesWait },
  });
}

/** Takes the end of a mentorship back, within a day. */
export async function takeEndBack(id: string): Promise<void> {
  await api.delete('/api/staff/mentorships/{mentorship}/ending/', { params: paramsOf(id) });
}
