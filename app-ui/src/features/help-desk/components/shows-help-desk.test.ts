import type { Experience, Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { showsHelpDesk } from './shows-help-desk';

it('is shown to signed-out people', () => {
  expect(showsHelpDesk(null)).toBe(true);
});

it.each<[Experience, Experience, Experience, Experience, boolean]>([
  ['use', 'use', 'hide', 'hide', true],
  ['use', 'use', 'show', 'show', true],
  ['use', 'use', 'use', 'hide', false],
  ['use', 'use', 'hide', 'use', false],
  ['use', 'use', 'use', 'use', false],
  ['use', 'show', 'hide', 'hide', false],
  ['use', 'hide', 'hide', 'hide', false],
  ['show', 'use', 'hide', 'hide', false],
  ['hide', 'use', 'hide', 'hide', false],
])(
  'chat %s, help centre %s, people %s, assistant %s: %s',
  (chattype, helpCenter, mentorshipChat, aiChat, is) => {
    const experiences = { chattype, chatStatus: { helpCenter, mentorshipChat, aiChat } };
    expect(showsHelpDesk({ status: { experiences } } as Pick<Profile, 'status'>)).toBe(is);
  },
);
