import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, HttpError, NetworkError } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { type MatchingApi, MatchingApiContext } from '../../../shared/matches/matching-api';
import { fakeMatching } from '../gallery/fake-matching';
import { profileOf } from '../gallery/sample-profile';
import type { Answers, Scenario } from '../gallery/scenarios';
import { Component as MatchingPage } from './matching-page';

beforeEach(async () => {
  await loadPageTexts();
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
});
afterEach(() => vi.useRealTimers());

let queries: QueryClient;

/** Hands the tests what live updates invalidate. */
function Probe() {
  queries = useQueryClient();
  return null;
}

function open(
  scenario: Scenario,
  {
    answers = 'works' as Answers,
    calls = {} as Partial<MatchingApi>,
    search = '',
    mentorships = [] as string[],
  } = {},
) {
  const profile = profileOf(scenario);
  const { experiences } = profile.status;
  if (mentorships.length > 0) experiences.matchingflow = 'hide';

  const api = { ...fakeMatching(scenario, answers), ...calls };
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Probe />
            <Outlet context={{ ...profile, mentorships }} />
          </>
        ),
        children: [{ path: '/mentorship/matching', element: <MatchingPage /> }],
      },
      { path: '/mentorship', element: <p>the mentorship</p> },
    ],
    { initialEntries: [`/mentorship/matching${search}`] },
  );
  render(
    <AppProviders>
      <MatchingApiContext value={api}>
        <RouterProvider router={router} />
      </MatchingApiContext>
    </AppProviders>,
  );
  return router;
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const choice = async (person: string, value: 'Interested' | 'Not interested') =>
  (await card(person)).getByRole('button', { name: value });
const isPressed = async (person: string, value: 'Interested' | 'Not interested') =>
  (await choice(person, value)).getAttribute('aria-pressed') === 'true';

/** Taps a value and waits until the page shows it. */
async function choose(person: string, value: 'Interested' | 'Not interested') {
  const before = await isPressed(person, value);
  fireEvent.click(await choice(person, value));
  await waitFor(async () => expect(await isPressed(person, value)).toBe(!before));
}

it('mentee_confirms_once_all_matches_are_decided', async () => {
  const submit = vi.fn(fakeMatching('potential', 'works').submit);
  open('potential', { calls: { submit } });
  await screen.findByRole('heading', { level: 1, name: 'Ana, welcome to matching' });
  expect(screen.getAllByRole('listitem').filter((one) => one.closest('ol') !== null)).toHaveLength(3);
  await choose('Nina Okafor', 'Interested');
  await choose('Joel', 'Not interested');
  const button = screen.getByRole('button', { name: 'take action on all matches' });
  expect(button.hasAttribute('disabled')).toBe(true);
  screen.getByText('One decision left: Carla Maria de Souza.');
  await choose('Carla Maria de Souza', 'Interested');
  fireEvent.click(await screen.findByRole('button', { name: 'confirm choices' }));
  await waitFor(() =>
    expect(submit).toHaveBeenCalledWith([
      { email: 'alias-nina', interestStatus: 'interested' },
      { email: 'alias-joel', interestStatus: 'not_interested' },
      { email: 'alias-carla', interestStatus: 'interested' },
    ]),
  );
});

it('refused_confirmation_gives_way_to_a_new_choice', async () => {
  const submit = async () => {
    throw new HttpError({ status: 409, code: 'choices_missing', message: '' });
  };
  open('potential', { calls: { submit } });
  for (const name of ['Nina Okafor', 'Joel', 'Carla Maria de Souza']) await choose(name, 'Interested');
  fireEvent.click(await screen.findByRole('button', { name: 'confirm choices' }));
  await screen.findByRole('alert');
  await choose('Joel', 'Not interested');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('faces_come_before_the_panels_of_a_group', async () => {
  open('group');
  const face = await screen.findByRole('article', { name: 'Leo' });
  const panel = screen.getByRole('region', { name: 'Your group' });
  expect(face.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each([
  ['finding', 1, 0],
  ['potential', 0, 1],
  ['expired', 0, 0],
] as const)('page_of_%s_shows_one_clock', async (scenario, rounds, countdowns) => {
  open(scenario);
  await screen.findByRole('button', { name: 'view matching history' });
  await screen.findByRole('heading', { level: 2 });
  expect(screen.queryAllByText('The next round is on')).toHaveLength(rounds);
  expect(screen.queryAllByText(/auto expires in/)).toHaveLength(countdowns);
});

it('page_says_that_a_round_is_near', async () => {
  open('proposing');
  await screen.findByRole('heading', { name: 'Your suggestions are on their way' });
  expect(screen.queryByRole('heading', { name: 'We are finding your people' })).toBeNull();
  expect(screen.queryByText('The next round is on')).toBeNull();
});

it('tap_on_chosen_value_clears_it', async () => {
  const kept: unknown[] = [];
  const real = fakeMatching('potential', 'works');
  open('potential', {
    calls: {
      ...real,
      choose: (id, value) => {
        kept.push([id, value]);
        return real.choose(id, value);
      },
    },
  });
  await choose('Joel', 'Interested');
  expect(await isPressed('Joel', 'Interested')).toBe(true);
  await choose('Joel', 'Interested');
  await waitFor(async () => expect(await isPressed('Joel', 'Interested')).toBe(false));
  await waitFor(() =>
    expect(kept).toEqual([
      ['joel', 'interested'],
      ['joel', null],
    ]),
  );
});

it('later_choice_stays_while_an_earlier_one_causes_a_refetch', async () => {
  const real = fakeMatching('potential', 'works');
  const answers: (() => void)[] = [];
  const keep: MatchingApi['choose'] = async (id, value) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return real.choose(id, value);
  };
  const active = vi.fn(real.active);
  open('potential', { calls: { ...real, active, choose: keep } });
  await choose('Nina Okafor', 'Interested');
  await choose('Joel', 'Not interested');
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  // The server publishes the first choice to the page that made it.
  await act(() => queries.invalidateQueries({ queryKey: ['matching'] }));
  expect(active).toHaveBeenCalledTimes(2);
  expect(await isPressed('Nina Okafor', 'Interested')).toBe(true);
  expect(await isPressed('Joel', 'Not interested')).toBe(true);
  answers[1]?.();
  await waitFor(() => expect(active).toHaveBeenCalledTimes(3));
  expect(await isPressed('Joel', 'Not interested')).toBe(true);
});

it('choice_that_cannot_be_saved_is_taken_back', async () => {
  let fail = (_: Error) => {};
  const answer = new Promise<never>((_, reject) => {
    fail = reject;
  });
  open('potential', { calls: { choose: () => answer } });
  await choose('Joel', 'Interested');
  expect(await isPressed('Joel', 'Interested')).toBe(true);
  fail(new NetworkError());
  await waitFor(async () => expect(await isPressed('Joel', 'Interested')).toBe(false));
  await screen.findByText(/Your choice was not saved: We cannot reach Mentor Hub/);
});

it('mentor_cannot_accept_more_than_free_places', async () => {
  open('mentor');
  await screen.findByText('You have room for 1 mentee.');
  expect(screen.queryByText('Awaiting response')).toBeNull();
  for (const name of ['Leo', 'Mina']) await choose(name, 'Interested');
  await choose('Samir', 'Not interested');
  await screen.findByText('You have room for 1 person. Please choose who.');
  expect(screen.getByRole('button', { name: 'take action on all matches' }).hasAttribute('disabled')).toBe(
    true,
  );
  await choose('Mina', 'Not interested');
  await screen.findByRole('button', { name: 'confirm choices' });
});

it('expired_match_has_message_and_no_choice', async () => {
  open('mentor');
  const ida = await card('Ida');
  ida.getByText('Expired: the time to decide is over.');
  expect(ida.queryByRole('button', { name: 'Interested' })).toBeNull();
});

it('group_choices_update_spots_needs_and_clashes', async () => {
  open('group');
  const group = within(await screen.findByRole('region', { name: 'Your group' }));
  const needs = within(screen.getByRole('region', { name: 'Mentorship group needs' }));
  expect(group.getAllByText('available spot for mentee')).toHaveLength(2);
  expect((await choice('Ida', 'Interested')).getAttribute('aria-disabled')).toBe('true');
  needs.getByText('Arabic · English');
  await choose('Samir', 'Interested');
  expect(group.getAllByText('available spot for mentee')).toHaveLength(1);
  needs.getByText('Arabic');
  const mina = await card('Mina');
  mina.getByText('Clashing criteria');
  mina.getByText('With Samir the group shares only Arabic. That doesn’t fit Mina.');
  await choose('Leo', 'Interested');
  expect(group.queryByText('available spot for mentee')).toBeNull();
  expect((await card('Mina')).queryByText('Clashing criteria')).toBeNull();
  expect((await choice('Mina', 'Interested')).getAttribute('aria-disabled')).toBe('true');
  await screen.findByRole('button', { name: 'confirm choices' });
});

it('declined_candidate_who_clashes_cannot_be_chosen', async () => {
  open('group');
  await choose('Mina', 'Not interested');
  expect((await choice('Mina', 'Interested')).getAttribute('aria-disabled')).toBeNull();
  await choose('Samir', 'Interested');
  const mina = await card('Mina');
  mina.getByText('Does not fit the needs of the group.');
  expect(mina.queryByText('Clashing criteria')).toBeNull();
  expect((await choice('Mina', 'Interested')).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(await choice('Mina', 'Interested'));
  expect(await isPressed('Mina', 'Interested')).toBe(false);
  await choose('Samir', 'Interested');
  expect((await choice('Mina', 'Interested')).getAttribute('aria-disabled')).toBeNull();
});

it('group_that_waits_shows_details_of_its_members', async () => {
  const router = open('hold');
  fireEvent.click(await screen.findByRole('button', { name: /Yara/ }));
  expect(router.state.location.search).toBe('?open=info%3Ayara');
  await screen.findByRole('heading', { name: 'Yara', level: 2, hidden: true });
});

it('group_says_who_has_agreed_to_it', async () => {
  open('mentee-in-group');
  const text = 'Yara and Ben have already said yes to this group.';
  expect((await card('Nina Okafor')).getByText(text)).toBeDefined();
});

it('group_that_waits_says_who_has_agreed_with_the_person', async () => {
  open('hold');
  expect(
    await screen.findByText(/^Nina Okafor, Yara,? and Ben have said yes, just like you\.$/),
  ).toBeDefined();
});

it('mentee_in_group_decides_only_about_those_that_fit', async () => {
  open('mentee-in-group');
  (await card('Joel')).getByText('Does not fit the needs of the group.');
  (await card('Carla Maria de Souza')).getByText('The group is full.');
  await choose('Nina Okafor', 'Interested');
  await screen.findByRole('button', { name: 'confirm choices' });
});

it('history_link_shows_entries_by_day', async () => {
  open('potential', { search: '?open=history' });
  await screen.findByRole('heading', { name: 'Matching history', hidden: true });
  await screen.findByText('Found another match.');
  expect(screen.getByText('Today')).not.toBeNull();
});

it('open_match_says_until_when_it_waits', async () => {
  const { active } = fakeMatching('potential', 'works');
  const history = async (signal?: AbortSignal) =>
    (await active(signal ?? new AbortController().signal)).activeMatches;
  open('potential', { search: '?open=history', calls: { history } });
  expect(
    await screen.findAllByText(/^Waiting for you until \S+ (morning|afternoon|evening)\.$/),
  ).not.toHaveLength(0);
  expect(screen.getAllByText(/^Decide by \S+ (morning|afternoon|evening)$/)).not.toHaveLength(0);
});

it('history_without_entries_says_so', async () => {
  open('join', { search: '?open=history' });
  await screen.findByText('You have no matching history yet.');
});

it('page_behind_a_congratulation_does_not_search', async () => {
  open('congratulations');
  await screen.findByRole('heading', { name: 'It’s a match!' });
  expect(screen.queryByRole('heading', { name: 'We are finding your people' })).toBeNull();
  expect(document.querySelector('[aria-current="step"]')).toBeNull();
});

it('matched_mentee_is_led_to_the_mentorship', async () => {
  open('missing', { mentorships: ['m1'] });
  fireEvent.click(await screen.findByRole('link', { name: 'Go to your mentorship' }));
  await screen.findByText('the mentorship');
});

it('expired_proposals_stay_with_the_day_of_the_next_round', async () => {
  open('expired');
  await screen.findByText(/^These suggestions have expired. The next round is on \w+day,? \d/);
  const joel = await card('Joel');
  joel.getByText('Expired: the time to decide is over.');
  expect(joel.queryByText('Interested')).toBeNull();
  expect(screen.getByRole('article', { name: 'Joel' }).hasAttribute('data-over')).toBe(true);
});

it('mentor_without_places_is_told_of_no_room', async () => {
  open('full');
  await screen.findByRole('heading', { name: 'All your spots are taken' });
  expect(screen.queryByText(/room for|spots? (?:is|are) open|finding your people/)).toBeNull();
});

it('card_of_a_group_mentor_names_the_members_so_far', async () => {
  open('mentee-in-group');
  const nina = await card('Nina Okafor');
  nina.getByText('Mentor of a group');
  const group = within(nina.getByRole('list', { name: 'The group so far, of up to 4 mentees' }));
  expect(group.getAllByRole('button').map((one) => one.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Yara')]),
  );
  expect(group.getAllByText('available spot for mentee')).toHaveLength(2);
  expect((await card('Joel')).queryByText('Mentor of a group')).toBeNull();
});

it('details_of_a_mentor_who_is_taken_close_with_the_notice', async () => {
  let isTaken = false;
  const real = fakeMatching('potential', 'works');
  const taken = { status: 'PAIR_COMPLETE', historyMessage: 'accepted_elsewhere' } as const;
  const active: MatchingApi['active'] = async (signal) => {
    const state = await real.active(signal);
    const activeMatches = state.activeMatches.map((one) =>
      isTaken && one.id === 'joel' ? { ...one, ...taken } : one,
    );
    return { ...state, activeMatches };
  };
  const router = open('potential', { calls: { ...real, active } });
  await card('Joel');
  await act(() => router.navigate('/mentorship/matching?open=info:joel'));
  await screen.findByRole('heading', { name: 'Joel', level: 2, hidden: true });
  isTaken = true;
  await act(() => queries.invalidateQueries({ queryKey: ['matching'] }));
  await screen.findByText('Mentor Unavailable');
  expect(screen.queryByRole('heading', { name: 'Joel', level: 2, hidden: true })).toBeNull();
});

it('refused_join_says_why', async () => {
  open('join', { answers: 'refuses' });
  fireEvent.click(await screen.findByRole('button', { name: 'Join matching' }));
  await screen.findByText('Something is still missing before you can join.');
});

it('withdrawn_yes_is_no_longer_waiting', async () => {
  open('awaiting', { search: '?open=withdraw:nina' });
  fireEvent.click(await screen.findByText('Take it back'));
  await screen.findByText('You were not interested.');
});

it('left_dialog_does_not_open_again_after_joining', async () => {
  const real = fakeMatching('potential', 'works');
  // The live update arrives before the answer.
  const leavePool = async (reason: string) => {
    await real.leavePool(reason);
    await queries.invalidateQueries({ queryKey: ['matching'] });
    await waitFor(() => expect(screen.queryByText('Leave matching?')).toBeNull());
  };
  const router = open('potential', { calls: { ...real, leavePool }, search: '?open=leave' });
  await screen.findByText('Leave matching?');
  // Behind the dialog is a button with the same text.
  for (const one of screen.getAllByText('Leave matching')) if (one.closest('dialog')) fireEvent.click(one);
  fireEvent.click(await screen.findByRole('button', { name: 'Join matching' }));
  await screen.findByRole('heading', { name: 'We are finding your people' });
  expect(router.state.location.search).not.toContain('open');
});

it('failed_load_offers_a_retry', async () => {
  let calls = 0;
  const real = fakeMatching('finding', 'works');
  const active: MatchingApi['active'] = (signal) => {
    calls += 1;
    if (calls === 1) throw new HttpError({ status: 403, code: 'forbidden', message: '' });
    return real.active(signal);
  };
  open('finding', { calls: { active: async (signal) => active(signal) } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'We are finding your people' });
});

it('details_of_a_mentee_who_is_taken_say_so', async () => {
  const real = fakeMatching('mentor', 'works');
  let isTaken = false;
  const calls: Partial<MatchingApi> = {
    active: async (signal) => {
      const state = await real.active(signal);
      const activeMatches = state.activeMatches.filter(({ id }) => !(isTaken && id === 'leo'));
      return { ...state, activeMatches };
    },
    history: async () => {
      const state = await real.active(new AbortController().signal);
      const message = isTaken ? 'accepted_elsewhere' : 'act_today';
      return state.activeMatches.map((one) => ({ ...one, historyMessage: message }));
    },
    choose: async (id, value) => {
      isTaken = true;
      return real.choose(id, value);
    },
  };
  const router = open('mentor', { calls });
  await card('Leo');
  await act(() => router.navigate('/mentorship/matching?open=info:leo'));
  await screen.findByRole('heading', { name: 'Leo', level: 2, hidden: true });
  // Any choice makes the page fetch the matches again.
  fireEvent.click(
    within(await screen.findByRole('article', { name: 'Mina', hidden: true })).getByText('Interested'),
  );
  await screen.findByText('Mentee Unavailable');
});
