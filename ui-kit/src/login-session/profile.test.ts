import { expect, it } from 'vitest';
import { canChat, type Experience, type Experiences } from './profile';

const may = (chattype: Experience, mentorshipChat: Experience, aiChat: Experience) =>
  canChat({
    status: {
      surveys: [],
      newSessionAvailable: false,
      matching: { hasCongratulations: false, matchingStatus: null, missingVettings: [] },
      application: null,
      experiences: { chattype, chatStatus: { mentorshipChat, aiChat, helpCenter: 'hide' } } as Experiences,
    },
  });

it('allows chat with people or the assistant', () => {
  expect(may('use', 'use', 'hide')).toBe(true);
  expect(may('use', 'hide', 'use')).toBe(true);
});

it('denies chat otherwise', () => {
  expect(may('use', 'hide', 'hide')).toBe(false);
  expect(may('use', 'show', 'show')).toBe(false);
  expect(may('show', 'use', 'use')).toBe(false);
  expect(may('hide', 'use', 'use')).toBe(false);
});
