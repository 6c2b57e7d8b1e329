import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import { i18n, loginSession } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { TEAM_CHANNEL } from '../../testing/fixtures';
import { ComposerSlot } from './composer-slot';

const HELPLINES = [{ name: 'Samaritans', phone: '116 123', url: '' }];
/** A Friday; no test depends on the zone of its machine. */
const NOW = new Date(2026, 10, 20, 22);
const MONDAY = new Date(2026, 10, 23, 9).toISOString();

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
});
beforeEach(() => {
  fakeApi({ 'GET /api/v2/chat/helplines/': { status: 200, body: HELPLINES } });
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (changes: Partial<Channel>) =>
  renderChat((channel) => <ComposerSlot channel={channel}>composer</ComposerSlot>, {
    ...TEAM_CHANNEL,
    ...changes,
  });

it('names the day and the time, and folds the helplines', async () => {
  open({ staffBackAt: MONDAY });
  const notice = screen.getByRole('note');
  expect(notice.textContent).toMatch(/^The team is back on Monday,? 23 November at 9:00 am\./);
  const fold = (await within(notice).findByText('Need help now?')).closest('details');
  expect(fold?.open).toBe(false);
  expect(fold?.querySelector('a')?.getAttribute('href')).toBe('tel:116123');
  expect(screen.getByText('composer')).toBeTruthy();
});

it('does not name today', () => {
  open({ staffBackAt: new Date(2026, 10, 20, 23, 30).toISOString() });
  expect(screen.getByRole('note').textContent).toMatch(/^The team is back today at 11:30 pm\./);
});

it('is in the language of the page', async () => {
  await i18n.changeLanguage('de');
  open({ staffBackAt: MONDAY });
  expect(screen.getByRole('note').textContent).toMatch(/^Das Team ist am Montag, 23. November um 09:00 Uhr/);
  await i18n.changeLanguage('en');
});

it('does not repeat the helplines of a quiet time', async () => {
  open({ staffBackAt: MONDAY, blackout: { active: true, until: null, refusesSending: false } });
  await screen.findByRole('link', { name: 'Samaritans 116 123' });
  expect(screen.getByText(/The team is back/)).toBeTruthy();
  expect(screen.queryByText('Need help now?')).toBeNull();
});

it('is absent while the team is there', () => {
  const { change } = open({ staffBackAt: MONDAY });
  change({ staffBackAt: null });
  expect(screen.queryByRole('note')).toBeNull();
});
