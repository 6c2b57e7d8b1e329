import { afterEach, expect, it } from 'vitest';
import { DraftStore, forgetDrafts } from './drafts';
import { Outbox } from './outbox';
import { browserStorage } from './storage';

afterEach(() => localStorage.clear());

it('a sign-out forgets what was never sent, and nothing else', () => {
  const drafts = new DraftStore(browserStorage(), 'maya');
  drafts.put('circle', { text: 'Between us', mentions: [] });
  const outbox = new Outbox(browserStorage(), 'maya');
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
  const again = () => new DraftStore(browserStorage(), 'maya').of('circle').text;
  expect(again()).toBe('Between us');

  forgetDrafts();
  expect(again()).toBe('');
  expect(new Outbox(browserStorage(), 'maya').of('circle')).toHaveLength(1);
  expect(localStorage.getItem('mh-color-scheme')).toBe('dark');
});
