import type { Experience, Experiences, Profile } from 'ui-kit';
import { describe, expect, it } from 'vitest';
import { navigationLinks } from './navigation-links';

type Given = Partial<Record<'session' | 'curriculum' | 'survey' | 'internship' | 'chattype', Experience>>;

function linksFor(
  given: Given,
  mentorshipChat: Experience = 'hide',
  aiChat: Experience = 'hide',
  role: Profile['role'] = 'Mentee',
) {
  const hidden = {
    session: 'hide',
    curriculum: 'hide',
    survey: 'hide',
    internship: 'hide',
    chattype: 'hide',
  };
  const chatStatus = { mentorshipChat, aiChat, helpCenter: 'use' };
  return navigationLinks({ ...hidden, ...given, chatStatus } as Experiences, role).map(({ to }) => to);
}

describe('chat', () => {
  it.each<[Experience, Experience, Experience, string[]]>([
    ['use', 'use', 'hide', ['/chat']],
    ['use', 'hide', 'use', ['/chat']],
    ['show', 'use', 'hide', ['/chat']],
    ['use', 'hide', 'hide', []],
    ['use', 'show', 'show', []],
    ['hide', 'use', 'use', []],
  ])('type %s, people %s, assistant %s', (chattype, mentorshipChat, aiChat, links) => {
    expect(linksFor({ chattype }, mentorshipChat, aiChat)).toEqual(links);
  });
});

it.each<[keyof Given, string]>([
  ['session', '/learninghub'],
  ['curriculum', '/mentorship'],
  ['survey', '/surveylisting'],
  ['internship', '/internship'],
])('visible %s links to %s', (experience, path) => {
  expect(linksFor({ [experience]: 'use' })).toEqual([path]);
  expect(linksFor({ [experience]: 'show' })).toEqual([path]);
  expect(linksFor({ [experience]: 'hide' })).toEqual([]);
});

it('links have a fixed order', () => {
  const all = {
    session: 'use',
    curriculum: 'show',
    survey: 'use',
    internship: 'show',
    chattype: 'use',
  } as const;
  expect(linksFor(all, 'use')).toEqual([
    '/learninghub',
    '/mentorship',
    '/surveylisting',
    '/chat',
    '/internship',
  ]);
});

it('reports are shown to staff only', () => {
  expect(linksFor({}, 'hide', 'hide', 'Staff')).toEqual(['/staff']);
  expect(linksFor({}, 'hide', 'hide', 'Mentor')).toEqual([]);
});
