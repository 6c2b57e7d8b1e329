import { afterEach, expect, it } from 'vitest';
import { outboxOf } from '../testing/fixtures';
import { DraftStore } from './drafts';
import { forgetDrafts } from './forget-drafts';
import { browserStorage } from './storage';

afterEach(() => localStorage.clear());

it('sign-out removes drafts only', () => {
  const drafts = new DraftStore(browserStorage(), 'maya');
  drafts.save('circle', { text: 'Between us', mentions: [] });
  const outbox = outboxOf(browserStorage());
  outbox.add({
    tempId: 'one',
    channelId: 'circle',
    text: 'On its way',
    link: null,
    attachment: null,
    quote: null,
    createdOn: 1,
    status: 'in-progress',
    failure: null,
  });
  localStorage.setItem('mh-color-scheme', 'dark');
  const again = () => new DraftStore(browserStorage(), 'maya').get('circle').text;
  expect(again()).toBe('Between us');

  forgetDrafts();
  expect(again()).toBe('');
  expect(outboxOf(browserStorage()).inChannel('circle')).toHaveLength(1);
  expect(localStorage.getItem('mh-color-scheme')).toBe('dark');
});
