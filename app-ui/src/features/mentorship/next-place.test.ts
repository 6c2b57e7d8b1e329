import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { nextPlace } from './next-place';

interface Case {
  role?: string;
  matching?: 'READY' | 'ON_HOLD' | 'GROUP_HOLD';
  matchingflow?: 'use' | 'show' | 'hide';
  survey?: 'NOT_STARTED' | 'COMPLETED';
  remaining?: number;
  curriculum?: 'use' | 'show';
  chat?: 'use' | 'hide';
  hasEnded?: boolean;
}

function placeOf({ role = 'Mentee', hasEnded = false, ...given }: Case) {
  const { matchingflow = 'hide', remaining = 0, curriculum = 'show', chat = 'hide' } = given;
  const status = {
    surveys: [{ surveyId: 's', expPermission: 'use', surveyStatus: given.survey ?? 'COMPLETED' }],
    matching: { matchingStatus: given.matching ?? null },
    experiences: {
      session: 'use',
      matchingflow,
      curriculum,
      mentorshipSessionStatus: { completedSessions: 0, remainingSessions: remaining },
      chattype: chat,
      chatStatus: { mentorshipChat: chat, aiChat: 'hide' },
    },
  };
  const { state, to, takesMessage } = nextPlace({ role, status } as unknown as Profile, hasEnded);
  return `${state}${takesMessage ? '+message' : ''} ${to}`;
}

it.each<[string, Case, string]>([
  ['staff', { role: 'Staff', chat: 'use' }, 'staff /staff'],
  ['who waits', { matching: 'READY', matchingflow: 'use', remaining: 4 }, 'ready /mentorship/matching'],
  ['whose group waits', { matching: 'GROUP_HOLD', matchingflow: 'use' }, 'groupHold /mentorship/matching'],
  ['who is paused', { matching: 'ON_HOLD', matchingflow: 'use' }, 'onHold /mentorship/matching'],
  [
    'who has surveys before the matching',
    { matchingflow: 'show', survey: 'NOT_STARTED', remaining: 5 },
    'closed+message /surveylisting',
  ],
  ['who has sessions to do', { matchingflow: 'show', remaining: 2 }, 'closed+message /learninghub'],
  [
    'who was taken out of a group and may be matched',
    { hasEnded: true, matchingflow: 'show' },
    'over /mentorship/matching',
  ],
  ['who was taken out of a group, without a matching', { hasEnded: true, chat: 'use' }, 'over /chat'],
  [
    'whose ended and waits again',
    { hasEnded: true, matching: 'READY', matchingflow: 'use' },
    'ready /mentorship/matching',
  ],
  ['whom staff match', { curriculum: 'use', chat: 'use' }, 'open+message /chat'],
  ['who has nothing else', {}, 'closed+message /moreinfo/faq'],
])('place_of_%s', (_, given, place) => {
  expect(placeOf(given)).toBe(place);
});
