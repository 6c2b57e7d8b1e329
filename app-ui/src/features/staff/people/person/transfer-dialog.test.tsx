import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { MAYA, showPerson } from './testing';

const TRANSFER = '/api/staff/people/maya/transfer/';
const OPEN = 'Move to another programme';
const REHEARSAL = {
  from: 'near',
  mentorships: [] as string[],
  hasOpenMatches: false,
  isInPool: true,
  hasConversation: true,
  isWaiting: false,
  hasRequest: false,
  programmes: [
    { id: 'far', title: 'Far', needsApproval: true, missing: ['vetting'], missingVettings: [] },
    { id: 'lake', title: 'Lake', needsApproval: false, missing: [], missingVettings: [] },
  ],
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const SEVERAL = [
  { id: 'near', key: 'near', title: 'Near' },
  { id: 'far', key: 'far', title: 'Far' },
];

const ACCESS = {
  grants: [],
  permissions: ['read_people', 'manage_people'],
  programmes: SEVERAL,
  managedProgrammes: SEVERAL,
  ruledProgrammes: [],
  reportedProgrammes: [],
};

const show = (rehearsal: Partial<typeof REHEARSAL>, more: Parameters<typeof showPerson>[2] = {}) =>
  showPerson({ mayChange: true }, ['read_people'], {
    'GET /api/staff/me/': { status: 200, body: ACCESS },
    [`GET ${TRANSFER}`]: { status: 200, body: { ...REHEARSAL, ...rehearsal } },
    ...more,
  });

const send = () => screen.getAllByRole<HTMLButtonElement>('button', { name: OPEN, hidden: true }).at(-1);

it('move_says_what_changes_and_sends_what_was_seen', async () => {
  let sent: unknown;
  show(
    {},
    {
      [`POST ${TRANSFER}`]: (body: unknown) => {
        sent = body;
        return { status: 204 };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: OPEN }));
  const programme = await screen.findByLabelText(/^New programme/);
  screen.getByText(/^The place in the pool of .* is lost\.$/);
  screen.getByText(/^The conversation with the old team ends/);
  expect(screen.queryByText(/decides first/)).toBeNull();
  await userEvent.selectOptions(programme, 'far');
  screen.getByText('The team of Far decides first: Maya Okafor applies.');
  screen.getByText('Vetting', { selector: 'li' });
  expect(send()?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(/^Why/), 'Another school');
  await userEvent.click(send() as HTMLButtonElement);
  await screen.findByText('Maya Okafor is in Far now, and is notified.');
  expect(sent).toEqual({ from: 'near', to: 'far', reason: 'Another school' });
});

it('move_waits_for_the_end_of_a_mentorship', async () => {
  show({ mentorships: ['pair'], hasOpenMatches: true });
  await userEvent.click(await screen.findByRole('button', { name: OPEN }));
  await userEvent.selectOptions(await screen.findByLabelText(/^New programme/), 'lake');
  await userEvent.type(screen.getByLabelText(/^Why/), 'Another school');
  const link = screen.getByRole('link', { name: /^End the mentorship/, hidden: true });
  expect(link.getAttribute('href')).toBe('/staff/mentorships/pair');
  screen.getByText(`There are open matches. Take ${MAYA.firstName} Okafor out of the matching first.`);
  expect(send()?.disabled).toBe(true);
});

it('refused_move_keeps_what_was_typed_and_shows_what_holds_it', async () => {
  let mentorships: string[] = [];
  show(
    {},
    {
      [`GET ${TRANSFER}`]: () => ({ status: 200, body: { ...REHEARSAL, mentorships } }),
      [`POST ${TRANSFER}`]: () => {
        mentorships = ['pair'];
        return refusal(409, 'in_mentorship');
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: OPEN }));
  await userEvent.selectOptions(await screen.findByLabelText(/^New programme/), 'lake');
  await userEvent.type(screen.getByLabelText(/^Why/), 'Another school');
  await userEvent.click(send() as HTMLButtonElement);
  await screen.findByText(/is in a mentorship that goes on/);
  await screen.findByRole('link', { name: /^End the mentorship/, hidden: true });
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Why/).value).toBe('Another school'),
  );
});
