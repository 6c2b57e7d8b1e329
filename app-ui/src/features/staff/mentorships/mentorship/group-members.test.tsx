import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME } from '../../testing';
import { PAIR, showMentorship } from '../testing';
import type { MentorshipRecord } from './mentorship-record';

const STAYS = { leftReason: null, leftNote: null };
const MAYA = { id: 'maya', name: 'Maya Okafor', role: 'mentor', leftAt: null, ...STAYS } as const;
const TOM = { id: 'tom', name: 'Tom Rivera', role: 'mentee', leftAt: null, ...STAYS } as const;
const LIA = { id: 'lia', name: 'Lia Chen', role: 'mentee', leftAt: null, ...STAYS } as const;
const GROUP = { isGroup: true, name: 'Tuesday circle', members: [MAYA, LIA, TOM] };
const MEMBERS = '/api/staff/mentorships/pair/members/';
const CANDIDATES = `GET /api/staff/people/?role=mentee&status=active&sort=name&limit=11&programme=${PROGRAMME.id}`;
const found = (id: string, firstName: string, missing: readonly string[] = []) => ({
  id,
  firstName,
  lastName: '',
  isMatched: false,
  missing,
});
const PEOPLE = {
  status: 200,
  body: {
    results: [found('lia', 'Lia'), found('noah', 'Noah', ['consent_missing'])],
    nextCursor: null,
    total: 2,
  },
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (change: Partial<MentorshipRecord>, more: Parameters<typeof showMentorship>[1] = {}) =>
  showMentorship({ ...GROUP, ...change }, { [CANDIDATES]: PEOPLE, ...more });

async function choose() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a mentee' }));
  await userEvent.click(await screen.findByLabelText(/^Noah/));
  await userEvent.click(screen.getByRole('button', { name: 'Add', hidden: true }));
}

it('mentee_of_the_programme_is_added_to_the_group', async () => {
  let sent: unknown;
  show(
    {},
    {
      [`POST ${MEMBERS}`]: (body: unknown) => {
        sent = body;
        return { status: 204 };
      },
    },
  );
  await choose();
  await screen.findByText('Noah is in the group now.');
  expect(sent).toEqual({ person: 'noah' });
});

it('candidates_name_what_is_missing_and_leave_members_out', async () => {
  show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Add a mentee' }));
  const candidates = await screen.findAllByRole('radio', { hidden: true });
  expect(candidates.map((one) => one.parentElement?.textContent)).toEqual([
    'NoahNot matched · consent missing',
  ]);
});

it('present_member_is_named_as_such', async () => {
  show({}, { [`POST ${MEMBERS}`]: refusal(409, 'in_group_already') });
  await choose();
  await screen.findByText('This person is already in the group.');
});

it('mentee_taken_out_waits_if_staff_say_so', async () => {
  let sent: unknown;
  let members: readonly unknown[] = GROUP.members;
  show(
    {},
    {
      'GET /api/staff/mentorships/pair/': () => ({ status: 200, body: { ...PAIR, ...GROUP, members } }),
      [`POST ${MEMBERS}tom/departure/`]: (body: unknown) => {
        sent = body;
        members = [
          MAYA,
          LIA,
          { ...TOM, leftAt: '2026-02-01T09:00:00Z', leftReason: 'moved_away', leftNote: 'To Kiel' },
        ];
        return { status: 204 };
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Take Tom Rivera out of the group' }));
  await userEvent.click(screen.getByLabelText(/^Wait for another mentor/));
  await userEvent.selectOptions(screen.getByLabelText(/^Reason/), 'Moved away or left school');
  await userEvent.click(screen.getByRole('button', { name: 'Take out of the group', hidden: true }));
  await screen.findByText('Tom Rivera is no longer in the group.');
  await screen.findByText(/Moved away or left school/, { selector: 'li *' });
  screen.getByText('To Kiel');
  expect(sent).toEqual({ reason: 'moved_away', note: '', doesWait: true });
  // The button is gone, and that of the last mentee too.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' })));
  expect(screen.queryByRole('button', { name: /out of the group$/ })).toBeNull();
});

it.each<[string, Partial<MentorshipRecord>, readonly string[]]>([
  [
    'group that goes on',
    {},
    ['Take Lia Chen out of the group', 'Take Tom Rivera out of the group', 'Add a mentee'],
  ],
  [
    'group with one mentee',
    { members: [MAYA, LIA, { ...TOM, leftAt: '2026-02-01T09:00:00Z' }] },
    ['Add a mentee'],
  ],
  ['group that ended', { endedAt: '2026-02-01T09:00:00Z' }, []],
  ['group that the caller may not change', { mayChange: false }, []],
  ['pair', { isGroup: false }, []],
])('acts on the members of a %s', async (_, change, acts) => {
  show(change);
  const people = within(await screen.findByRole('region', { name: 'People' }));
  const buttons = people.queryAllByRole('button');
  expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual(acts);
});
