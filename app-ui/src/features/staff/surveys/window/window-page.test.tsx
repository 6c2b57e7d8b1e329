import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';
import type { AskedPerson, SurveyWindowRecord } from '../survey-window';
import { page, RECORD, SURVEY, surveys } from '../testing';

const URL = '/api/staff/survey-windows/window/';
const PEOPLE = `GET ${URL}people/?sort=name`;

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (
  change: Partial<SurveyWindowRecord> = {},
  more: Parameters<typeof showStaff>[2] = {},
  search = '',
) =>
  showStaff(`/staff/surveys/window${search}`, ['manage_surveys'], {
    [`GET ${URL}`]: { status: 200, body: { ...RECORD, ...change } },
    [PEOPLE]: page(),
    ...surveys({ ...SURVEY, openTo: [] }),
    ...more,
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = (name: string) =>
  userEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement);

const TOM: AskedPerson = {
  id: 'invite',
  person: { id: 'tom', firstName: 'Tom', lastName: 'Rivera' },
  role: 'mentee',
  mentorship: null,
  askedAt: '2026-06-01T08:00:00Z',
  closesOn: '2026-06-30',
  state: 'begun',
  remindedAt: '2026-06-08T08:00:00Z',
  sentAt: null,
};

it('head and numbers say how it stands', async () => {
  show();
  await screen.findByRole('heading', { level: 1, name: 'Halfway there' });
  screen.getByText('1 to 30 June');
  screen.getByText(/reminded after 7 and 14 days.*Set up by Sam Staff on 30 May 2026/);
  const rows = within(screen.getByRole('table', { name: 'Answers so far' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))).toEqual([
    ' | Asked | Sent | Begun | Not begun',
    'All | 60 | 3457% | 6 | 20',
    'Mentors | 20 | 1050% | 2 | 8',
    'Mentees | 40 | 2460% | 4 | 12',
  ]);
  expect(
    screen.getByRole('link', { name: 'All answers to this survey in this programme' }).getAttribute('href'),
  ).toBe(`/staff/surveys/results/${PROGRAMME.id}/halfway`);
});

it('people stand with how far they are; the address keeps the filter', async () => {
  const { seen } = show({}, { [`GET ${URL}people/?state=begun&sort=name`]: page(TOM) }, '?state=begun');
  const link = await screen.findByRole('link', { name: 'Tom Rivera' });
  expect(link.getAttribute('href')).toBe('/staff/people/tom');
  within(link.closest('tr') as HTMLElement).getByText('Begun');
  expect(seen).not.toContain(PEOPLE);
});

it('reminder says how many get it, and is sent', async () => {
  show({}, { [`POST ${URL}remind/`]: { status: 200, body: { reminded: 25 } } });
  await press('Remind now');
  screen.getByText(
    /^26 people who have not sent it get a notification and an email\. Messages leave between 8 in/,
  );
  await confirm('Remind now');
  await screen.findByText('25 people will be reminded in the next minutes.');
});

it('second reminder of a day is refused with a sentence', async () => {
  show({}, { [`POST ${URL}remind/`]: refusal(409, 'reminded_today') });
  await press('Remind now');
  await confirm('Remind now');
  await screen.findByText(/wait until tomorrow/);
});

it('last day is changed with what the page showed', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 200, body: RECORD };
  };
  show({}, { [`POST ${URL}extend/`]: answer });
  await press('Change the last day');
  const field = screen.getByLabelText('Last day');
  expect(field.getAttribute('min')).toBe('2026-06-10');
  expect(field.getAttribute('max')).toBe('2026-11-28');
  fireEvent.change(field, { target: { value: '2026-07-15' } });
  await confirm('Change the last day');
  await screen.findByText('The last day is changed.');
  expect(sent).toEqual({ closesOn: '2026-07-15', revision: 3 });
});

it('last day that is not possible is named at the field', async () => {
  const body = { code: 'invalid', message: '', fields: { closesOn: ['Asked already.'] } };
  const { seen } = show({}, { [`POST ${URL}extend/`]: { status: 422, body } });
  await press('Change the last day');
  const field = screen.getByLabelText<HTMLInputElement>('Last day');
  expect(field.form?.noValidate).toBe(true);
  for (const [day, sentence] of [
    ['', 'Enter a day.'],
    ['2026-06-09', 'Choose today or a later day.'],
    ['2026-05-31', 'The last day cannot be before the first one.'],
    ['2026-12-24', 'People can have up to 180 days.'],
  ] as const) {
    fireEvent.change(field, { target: { value: day } });
    await confirm('Change the last day');
    screen.getByText(sentence);
    expect(document.activeElement).toBe(field);
  }
  expect(seen).not.toContain(`POST ${URL}extend/`);
  fireEvent.change(field, { target: { value: '2026-07-15' } });
  await confirm('Change the last day');
  await screen.findByText('This is not possible. Please choose something else.');
  expect(document.activeElement).toBe(field);
});

it('survey that stays open to a role says so before and after it is stopped', async () => {
  const open = surveys({ ...SURVEY, openTo: ['mentee'] });
  const { seen } = show({}, open);
  await waitFor(() => expect(seen).toContain('GET /api/staff/surveys/'));
  await press('Stop');
  screen.getByText(
    /^No one else is asked; mentees can still take it at any time\. You can ask again later\./,
  );
  cleanup();
  show({ state: 'stopped' }, open);
  await screen.findByText(/^No one else is asked; mentees can still take it at any time\. Set up by/);
});

it.each(['stopped', 'closed'] as const)(
  '%s window names no reminders and counts who has not sent it',
  async (state) => {
    show({ state });
    await screen.findByText(/^Set up by Sam Staff/);
    screen.getByRole('columnheader', { name: 'Not sent' });
    expect(screen.queryByRole('columnheader', { name: 'Not begun' })).toBeNull();
  },
);

it('new window says that people are being asked', async () => {
  show({ asked: 0, createdAt: new Date().toISOString() });
  await screen.findByText('People are being asked …');
});

it('change of a colleague is named and keeps the dialog', async () => {
  show({}, { [`POST ${URL}stop/`]: refusal(409, 'changed_meanwhile') });
  await press('Stop');
  screen.getByText(/6 people have begun and can still finish\.$/);
  await confirm('Stop');
  await screen.findByText(/This was changed in the meantime/);
});

it('stopped window has no acts; the focus goes to the heading', async () => {
  let state: SurveyWindowRecord['state'] = 'open';
  show(
    {},
    {
      [`GET ${URL}`]: () => ({ status: 200, body: { ...RECORD, state } }),
      [`POST ${URL}stop/`]: () => {
        state = 'stopped';
        return { status: 200, body: { ...RECORD, state } };
      },
    },
  );
  await press('Stop');
  await confirm('Stop');
  await screen.findByText('It is stopped.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  expect(screen.queryByRole('region', { name: 'What you can do' })).toBeNull();
});

it.each<[string, Partial<SurveyWindowRecord>, readonly string[]]>([
  ['open window', {}, ['Remind now', 'Change the last day', 'Stop']],
  ['window that everyone has sent', { reachable: 0 }, ['Change the last day', 'Stop']],
  ['window reminded today', { remindedOn: '2026-06-10' }, ['Remind now', 'Change the last day', 'Stop']],
  ['planned window', { state: 'planned', asked: 0 }, ['Change the last day', 'Stop']],
  ['exit survey', { kind: 'exit', openWeeks: 4, opensOn: null, closesOn: null }, ['Remind now', 'Stop']],
  ['closed window', { state: 'closed' }, []],
])('acts on a %s', async (_, change, acts) => {
  show(change);
  await screen.findByRole('heading', { level: 1 });
  const region = screen.queryByRole('region', { name: 'What you can do' });
  const buttons = region === null ? [] : within(region).queryAllByRole('button');
  expect(buttons.map((one) => one.textContent)).toEqual(acts);
});

it('reminder of today keeps its place and says why it does nothing', async () => {
  show({ remindedOn: '2026-06-10' });
  const button = await screen.findByRole('button', { name: 'Remind now' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Everyone who has not sent it is reminded today.',
  );
  await userEvent.click(button);
  expect(screen.getAllByRole('button', { name: 'Remind now', hidden: true })).toHaveLength(1);
});

it('planned window says when people are asked', async () => {
  show({ state: 'planned', asked: 0, opensOn: '2026-07-01', closesOn: '2026-07-31' });
  await screen.findByText('They are asked on 1 July.');
  expect(screen.queryByRole('table', { name: 'Answers so far' })).toBeNull();
});
