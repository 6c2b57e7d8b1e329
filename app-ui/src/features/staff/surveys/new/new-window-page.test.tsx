import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { showStaff } from '../../testing';
import { page, RECORD, SURVEY, surveys, WINDOW } from '../testing';

const POST = 'POST /api/staff/survey-windows/';
const PREVIEW = 'POST /api/staff/survey-windows/preview/';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});
beforeEach(() => sessionStorage.clear());

const show = (more: Parameters<typeof showStaff>[2] = {}, address = '/staff/surveys/new') =>
  showStaff(address, ['manage_surveys'], {
    ...surveys(SURVEY),
    [PREVIEW]: { status: 200, body: { people: 58, done: 2 } },
    'GET /api/staff/survey-windows/window/': { status: 200, body: RECORD },
    'GET /api/staff/survey-windows/window/people/?sort=name': page(),
    ...more,
  });

const day = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const problemAt = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;

it('people are asked today after a confirmation', async () => {
  let sent: Record<string, unknown> = {};
  const answer = (body: unknown) => {
    sent = body as typeof sent;
    return { status: 201, body: WINDOW };
  };
  const { router, seen } = show({ [POST]: answer });
  await screen.findByText('58 people are asked today. 2 have sent it already and are not asked again.');
  await userEvent.click(screen.getByRole('button', { name: 'Ask 58 people' }));
  expect(seen).not.toContain(POST);
  const facts = [...document.querySelectorAll('dialog dd')].map((fact) => fact.textContent);
  expect(facts).toEqual(['Halfway there', 'Northfield', 'Mentors and mentees', '7 July']);
  await userEvent.click(screen.getByRole('button', { name: 'Ask now', hidden: true }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/surveys/window'));
  expect(sent).toMatchObject({ survey: 'halfway', roles: ['mentor', 'mentee'], opensOn: '2026-06-10' });
  expect(sent.id).toMatch(/^[0-9a-f-]{36}$/);
});

it('later day is planned without a confirmation', async () => {
  const { router } = show({ [POST]: { status: 201, body: { ...WINDOW, opensOn: '2026-07-01' } } });
  await day('First day', '2026-07-01');
  await screen.findByText(/^58 people are asked on 1 July\./);
  await userEvent.click(screen.getByRole('button', { name: 'Plan it' }));
  await screen.findByText('It is planned.');
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/surveys/window'));
});

it('link to an exit survey chooses it', async () => {
  show({}, '/staff/surveys/new?kind=exit');
  expect(await screen.findByRole('radio', { name: /^After a mentorship ends/ })).toHaveProperty(
    'checked',
    true,
  );
  await screen.findByText(
    /^58 people are in mentorships now\. Each person is asked one day after their mentorship ends\./,
  );
  screen.getByRole('button', { name: 'Start' });
});

it('first mistake gets the focus and a sentence', async () => {
  const { seen } = show();
  await day('First day', '2026-06-01');
  await day('Last day', '2026-05-01');
  await userEvent.click(screen.getByRole('button', { name: 'Plan it' }));
  const first = screen.getByLabelText('First day');
  expect(document.activeElement).toBe(first);
  expect(problemAt(first)).toBe('Choose today or a later day.');
  expect(problemAt(screen.getByLabelText('Last day'))).toBe('The last day cannot be before the first one.');
  expect(seen).not.toContain(POST);
});

it('form without roles says so', async () => {
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Mentors/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Mentees/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Ask people' }));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Mentors/ }));
  screen.getByText('Choose who is asked.');
});

it('role that may take no surveys is explained', async () => {
  show(surveys({ ...SURVEY, canTake: ['mentee'] }));
  const mentors = await screen.findByRole('checkbox', {
    name: 'Mentors may not take surveys in this programme',
  });
  expect(mentors).toMatchObject({ disabled: true, checked: false });
});

it('what is typed survives a reload until it is sent', async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: /^Some weeks/ }));
  await userEvent.clear(screen.getByLabelText('Weeks after its beginning'));
  await userEvent.type(screen.getByLabelText('Weeks after its beginning'), '20');
  cleanup();
  show({ [POST]: { status: 201, body: { ...WINDOW, kind: 'week' } } });
  expect(await screen.findByLabelText('Weeks after its beginning')).toHaveProperty('value', '20');
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('It has started.');
  cleanup();
  show();
  expect(await screen.findByRole('radio', { name: /^Between two days/ })).toHaveProperty('checked', true);
});

it('restored draft is named and can be cleared', async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: /^Some weeks/ }));
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  cleanup();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(screen.getByRole('radio', { name: /^Between two days/ })).toHaveProperty('checked', true);
  expect(screen.queryByText('You entered this earlier and have not sent it.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Survey'));
  cleanup();
  show();
  expect(await screen.findByRole('radio', { name: /^Between two days/ })).toHaveProperty('checked', true);
});

it('people who are asked already are named before anything is sent', async () => {
  const { seen } = show({ [PREVIEW]: refusal(409, 'window_exists') });
  await screen.findByText(/^These people are already asked/);
  const ask = screen.getByRole('button', { name: 'Ask people' });
  expect(ask.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(ask);
  expect(screen.queryByRole('button', { name: 'Ask now', hidden: true })).toBeNull();
  expect(seen).not.toContain(POST);
});

it('people who are asked meanwhile are named as such', async () => {
  show({ [POST]: refusal(409, 'window_exists') });
  await day('First day', '2026-07-01');
  await userEvent.click(screen.getByRole('button', { name: 'Plan it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('These people are already asked');
  expect(screen.getByLabelText('First day')).toHaveProperty('value', '2026-07-01');
});

it('field that the server refuses is marked', async () => {
  const body = { code: 'invalid', message: '', fields: { closesOn: ['Too late.'] } };
  show({ [POST]: { status: 422, body } });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask 58 people' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ask now', hidden: true }));
  await screen.findByRole('alert');
  const last = screen.getByLabelText('Last day');
  expect(problemAt(last)).toBe('This is not possible. Please choose something else.');
  await waitFor(() => expect(document.activeElement).toBe(last));
});

it('same request is sent again with the same id', async () => {
  const ids: unknown[] = [];
  const answer = (body: unknown) => {
    ids.push((body as { id: string }).id);
    return ids.length === 1 ? ('no network' as const) : { status: 201, body: WINDOW };
  };
  show({ [POST]: answer });
  await day('First day', '2026-07-01');
  await userEvent.click(screen.getByRole('button', { name: 'Plan it' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Plan it' }));
  await waitFor(() => expect(ids).toHaveLength(2));
  expect(ids[1]).toBe(ids[0]);
});

it('no one is asked if there is no one', async () => {
  const { seen } = show({ [PREVIEW]: { status: 200, body: { people: 0, done: 3 } } });
  await screen.findByText(/^No one is asked on the first day\./);
  await userEvent.click(screen.getByRole('button', { name: 'Ask 0 people' }));
  expect(screen.queryByRole('button', { name: 'Ask now', hidden: true })).toBeNull();
  expect(seen).not.toContain(POST);
});

it('programme without surveys says so', async () => {
  show(surveys());
  await screen.findByText('There are no surveys yet');
  expect(screen.queryByRole('form')).toBeNull();
});

it('reminders can be left out', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 201, body: WINDOW };
  };
  show({ [POST]: answer }, '/staff/surveys/new?kind=exit');
  const reminders = within(await screen.findByRole('group', { name: 'Reminders' }));
  await userEvent.click(reminders.getByLabelText('None'));
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(sent).toMatchObject({ kind: 'exit', openWeeks: 4, remindAfter: [] }));
});
