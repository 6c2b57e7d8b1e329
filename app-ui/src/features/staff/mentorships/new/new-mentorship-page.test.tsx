import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';
import { PAIR } from '../testing';

const person = (id: string, firstName: string, missing: readonly string[] = []) => ({
  id,
  firstName,
  lastName: '',
  isMatched: false,
  isTooYoung: false,
  missing,
});
const MAYA = person('maya', 'Maya');
const LIA = person('lia', 'Lia');
const NOAH = person('noah', 'Noah', ['consent_missing']);
const page = (...results: readonly unknown[]) => ({
  status: 200,
  body: { results, nextCursor: null, total: results.length },
});
const searchFor = (role: string, limit: number) =>
  `GET /api/staff/people/?role=${role}&status=active&sort=name&limit=${limit}&programme=${PROGRAMME.id}`;
const record = (one: { id: string }) => ({
  [`GET /api/staff/people/${one.id}/`]: { status: 200, body: one },
});
const POST = 'POST /api/staff/mentorships/';

beforeAll(loadPageTexts);

const show = (
  more: Parameters<typeof showStaff>[2] = {},
  permissions = ['read_people', 'manage_people', 'manage_matching'],
) =>
  showStaff('/staff/mentorships/new', permissions, {
    [searchFor('mentor', 8)]: page(MAYA),
    [searchFor('mentee', 8)]: page(LIA, NOAH),
    [searchFor('mentee', 9)]: page(LIA, NOAH),
    [searchFor('mentee', 10)]: page(LIA, NOAH),
    ...record(MAYA),
    ...record(LIA),
    ...record(NOAH),
    'GET /api/staff/mentorships/pair/': { status: 200, body: PAIR },
    ...more,
  });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('pair_is_begun_and_shown', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 201, body: { id: 'pair' } };
  };
  const { router } = show({ [POST]: answer });
  await press(/^Maya/);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Maya' }));
  await press(/^Lia/);
  await press('Begin');
  await screen.findByText('The mentorship has begun.');
  expect(sent).toEqual({ mentor: 'maya', mentees: ['lia'], groupName: null });
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/mentorships/pair'));
});

it('group_has_a_name_and_several_mentees', async () => {
  let sent: unknown;
  const answer = (body: unknown) => {
    sent = body;
    return { status: 201, body: { id: 'pair' } };
  };
  show({ [POST]: answer });
  await userEvent.click(await screen.findByRole('radio', { name: /^Group/ }));
  await press(/^Maya/);
  await press(/^Lia/);
  await press(/^Noah/);
  const mentees = screen.getAllByRole('group', { name: 'Mentees' })[0] as HTMLElement;
  expect(document.activeElement).toBe(within(mentees).getByRole('searchbox'));
  await press('Remove Lia');
  await userEvent.type(screen.getByLabelText('Name of the group'), ' Tuesday circle ');
  await press('Begin');
  await screen.findByText('The mentorship has begun.');
  expect(sent).toEqual({ mentor: 'maya', mentees: ['noah'], groupName: 'Tuesday circle' });
});

it('what_is_missing_of_a_person_is_said_before', async () => {
  show();
  await press(/^Noah/);
  const chip = (await screen.findByRole('button', { name: 'Remove Noah' })).closest('li') as HTMLElement;
  within(chip).getByText('consent missing');
  const link = within(chip).getByRole('link', { name: 'Open the page of Noah (opens in a new tab)' });
  expect(link.getAttribute('href')).toBe('/staff/people/noah');
});

it('first_problem_gets_the_focus_and_a_sentence', async () => {
  const { seen } = show();
  await press(/^Lia/);
  await press('Begin');
  const search = screen.getByLabelText('Search for a mentor');
  expect(document.activeElement).toBe(search);
  expect(document.getElementById(search.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Choose a mentor.',
  );
  expect(seen).not.toContain(POST);
});

it('refusal_names_the_person_and_keeps_the_choice', async () => {
  show({ [POST]: refusal(409, 'not_cleared') });
  await press(/^Maya/);
  await press(/^Noah/);
  await press('Begin');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something is still missing before they may meet.');
  within(alert).getByRole('link', { name: /^Open the page of Noah/ });
  screen.getByRole('button', { name: 'Remove Maya' });
});

it('people_of_several_programmes_wait_for_the_choice', async () => {
  const other = { ...PROGRAMME, id: 'south', title: 'Southfield' };
  const access = {
    grants: [],
    permissions: ['read_people', 'manage_matching'],
    programmes: [other, PROGRAMME],
    managedProgrammes: [other, PROGRAMME],
    ruledProgrammes: [],
    reportedProgrammes: [],
  };
  show({ 'GET /api/staff/me/': { status: 200, body: access } });
  await press('Begin');
  const choice = screen.getByLabelText('Programme');
  expect(document.activeElement).toBe(choice);
  screen.getByText('Choose a programme.', { selector: 'p, div' });
  expect(screen.queryByRole('searchbox')).toBeNull();
  await userEvent.selectOptions(choice, 'Northfield');
  await press(/^Maya/);
});

it('page_without_the_permission_does_not_exist', async () => {
  const { seen } = show({}, ['read_people']);
  await screen.findByRole('heading', { name: 'This page does not exist' });
  expect(seen.some((call) => call.includes('people'))).toBe(false);
});
