import type { Channel } from 'messenger-ui/channels';
import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { nextStep } from './next-step';

const profile = (role: string, matchingStatus: string | null = null, surveyStatus = 'COMPLETE') =>
  ({
    id: 'tom',
    role,
    status: { surveys: [{ expPermission: 'use', surveyStatus }], matching: { matchingStatus } },
  }) as unknown as Profile;

const pair = (other: string, author: string | null, isActive = true) =>
  ({
    channelId: `with ${other}`,
    kind: 'direct',
    membership: 'active',
    channelMembers: [
      { userId: 'tom', userFullName: 'Tom', isActive: true },
      { userId: other, userFullName: other, isActive },
    ],
    lastMessage: author === null ? null : { userId: author },
  }) as unknown as Channel;

const assistant = { ...pair('assistant', 'assistant'), kind: 'assistant' } as Channel;

const withMaya = { name: 'Maya', channelId: 'with Maya' };

it.each([
  ['an open survey', profile('Mentee', null, 'NOT_STARTED'), [pair('Maya', null)], 3, { kind: 'survey' }],
  ['unread messages', profile('Mentee'), [pair('Maya', 'Maya')], 3, { kind: 'unread', count: 3 }],
  ['reports of staff', profile('Staff'), [pair('Maya', null)], 0, { kind: 'staff' }],
  [
    'a person without messages',
    profile('Mentee'),
    [pair('Ana', 'Ana'), pair('Maya', null)],
    0,
    { kind: 'hello', ...withMaya },
  ],
  [
    'a message without answer',
    profile('Mentee'),
    [pair('Ana', 'tom'), pair('Maya', 'Maya')],
    0,
    { kind: 'answer', ...withMaya },
  ],
  [
    'the latest conversation',
    profile('Mentee', 'READY'),
    [pair('Maya', 'tom')],
    0,
    { kind: 'goOn', ...withMaya },
  ],
  ['a match to come', profile('Mentee', 'READY'), [pair('Maya', 'tom', false)], 0, { kind: 'matching' }],
  ['a start without anybody', profile('Mentor'), [assistant], 0, { kind: 'start' }],
])('next is %s', (_, me, channels, unread, step) => {
  expect(nextStep(me, channels, unread)).toEqual(step);
});
