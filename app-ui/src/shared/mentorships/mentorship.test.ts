import { expect, it } from 'vitest';
import { type Mentorship, type MentorshipSession, othersBySession } from './mentorship';

const partnerDetails = [
  { id: 'maya', firstName: 'Maya' },
  { id: 'tom', firstName: 'Tom' },
  { id: 'ana', firstName: 'Ana' },
];
const mentorship = { partnerDetails: { partnerDetails } } as unknown as Mentorship;

it('others_are_named_by_their_part_of_a_session', () => {
  const session = {
    partnerCompletedSteps: [
      { userId: 'maya', partnerStatus: 'ONGOING', steps: [] },
      { userId: 'tom', partnerStatus: 'PARTIAL_COMPLETE', steps: [] },
    ],
  } as unknown as MentorshipSession;
  expect(othersBySession(session, mentorship)).toEqual({ done: ['Tom'], waiting: ['Maya', 'Ana'] });
});
