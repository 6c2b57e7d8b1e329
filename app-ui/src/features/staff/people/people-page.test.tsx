import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';

const MAYA = {
  id: 'maya',
  firstName: 'Maya',
  lastName: 'Andersson',
  email: 'maya@example.org',
  role: 'mentor',
  programme: PROGRAMME,
  status: 'active',
  vettedUntil: null,
  guardianConsentAt: null,
  birthMonth: null,
  missing: ['vetting_missing'],
  isVettingEnding: false,
  isMatched: true,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (permissions: readonly string[], more: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/people?role=mentor', permissions, {
    'GET /api/staff/people/?role=mentor&sort=-lastSeen': {
      status: 200,
      body: { results: [MAYA], nextCursor: null, total: 1 },
    },
    ...more,
  });

it('person_of_the_list_shows_what_is_missing', async () => {
  show(['read_people']);
  expect((await screen.findByRole('rowheader')).textContent).toContain('Maya Andersson');
  screen.getByText('Vetting');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('page_without_the_permission_does_not_exist', async () => {
  const { seen } = show(['handle_cases']);
  await screen.findByRole('heading', { name: 'This page does not exist' });
  expect(seen.some((call) => call.includes('people'))).toBe(false);
});

it('export_sends_reason_and_filters', async () => {
  const url =
    'GET /api/staff/people/export/?role=mentor&sort=-lastSeen&format=csv&reason=For+the+school+board';
  const { seen } = show(['read_people', 'export_people'], { [url]: refusal(403, 'forbidden') });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the file', hidden: true });
  expect(save.disabled).toBe(true);
  const reason = screen.getByRole('textbox', { name: 'What do you need it for?', hidden: true });
  await userEvent.type(reason, 'For the school board');
  await userEvent.click(save);
  await screen.findByText('You do not have access to this.');
  expect(seen).toContain(url);
});
