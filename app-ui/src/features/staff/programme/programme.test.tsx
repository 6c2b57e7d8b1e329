import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';
import type { HeldRule, ProgrammeRules, Retention, Rule, RuleChange } from './rules';

const CONTACT: Rule = { rule: 'contact', value: { everyWeeks: 2 } };
const RULES: readonly Rule[] = [
  { rule: 'sign_up', value: { isOpen: true } },
  { rule: 'domains', value: { mentees: ['school.example'], mentors: [] } },
  { rule: 'institutions', value: [{ name: 'Bridges', codes: ['BRIDGES-26'] }] },
  { rule: 'approval', value: ['mentor'] },
  { rule: 'facts', value: { vetting: true, guardianConsent: false, mentorMinimumAge: 21 } },
  { rule: 'mentee_ages', value: { from: 14, to: 19 } },
  CONTACT,
  {
    rule: 'team',
    value: {
      days: [0, 1, 2, 3, 4],
      from: 540,
      until: 1020,
      away: [{ from: '2026-12-21', until: '2027-01-03' }],
    },
  },
  { rule: 'blackout', value: { refusesSending: false, weekly: [], dated: [] } },
  {
    rule: 'mentorship_sessions',
    value: [
      { session: 'first-meeting', dueAfterDays: 14 },
      { session: 'our-agreement', dueAfterDays: 28 },
    ],
  },
  { rule: 'pinned_sessions', value: ['safe-online'] },
  {
    rule: 'offered_surveys',
    value: [
      { survey: 'about-you', roles: ['mentee', 'mentor'], opensLater: false },
      { survey: 'old-survey', roles: ['mentee'], opensLater: true },
    ],
  },
  { rule: 'streak', value: { isOff: false, holidays: [] } },
  { rule: 'detection', value: { contact: 'warn', secrecy: 'tell', abuse: 'off', amongAdults: false } },
  { rule: 'expiry', value: { mentee: 72, mentor: 1 } },
  { rule: 'rounds', value: { proposals: 3, everyDays: 7, waitingRounds: 3 } },
  { rule: 'places', value: { kind: '1to1', places: 2 } },
  {
    rule: 'groups',
    value: { size: 4, minimum: 2, startsAfterDays: 5, waitsAtMostDays: 15, yearsApart: 0 },
  },
  { rule: 'retention', value: { peopleMonths: 12 } },
];
const BASE = `/api/staff/programmes/${PROGRAMME.id}/rules/`;
const RETENTION = `/api/staff/programmes/${PROGRAMME.id}/retention/`;
const NOTHING_DONE: Retention = { isOn: false, warned: 0, nextOn: null, kept: [], days: [] };

const held = (rule: Rule, revision = 'one'): HeldRule => ({ rule, revision });
const body = (rules: readonly HeldRule[]): ProgrammeRules => ({
  programme: PROGRAMME,
  timeZone: 'Europe/Berlin',
  rules: [...rules],
  content: { conditions: 1, criteria: 0 },
  choices: {
    mentorshipSessions: [
      { key: 'first-meeting', title: 'First meeting' },
      { key: 'our-agreement', title: 'Our agreement' },
      { key: 'looking-back', title: 'Looking back' },
    ],
    hubSessions: [{ key: 'safe-online', title: 'Safe online' }],
    surveys: [{ key: 'about-you', title: 'About you' }],
  },
});

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

/** Shows the rules; `current` is what the server has for the contact. */
function show(calls: Parameters<typeof showStaff>[2] = {}, current: () => HeldRule = () => held(CONTACT)) {
  return showStaff('/staff/programme', ['manage_programme'], {
    [`GET ${BASE}`]: () => ({
      status: 200,
      body: body(RULES.map((rule) => (rule.rule === 'contact' ? current() : held(rule)))),
    }),
    [`POST ${BASE}preview/`]: { status: 200, body: { effects: [] } },
    [`GET ${RETENTION}`]: { status: 200, body: NOTHING_DONE },
    ...calls,
  });
}

async function open(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Change: ${name}` }));
  return within(await screen.findByRole('dialog', { hidden: true }));
}

async function enterWeeks(weeks: string) {
  const dialog = await open('Rhythm of contact');
  const field = dialog.getByLabelText('Weeks without contact');
  await userEvent.clear(field);
  await userEvent.type(field, weeks);
  return dialog;
}

const textOf = (field: HTMLElement) => (field as HTMLInputElement).value;

const save = () => screen.getByRole('button', { name: 'Save', hidden: true });

it('each_rule_says_what_holds', async () => {
  show();
  await screen.findByText('A mentorship is silent after 2 weeks without contact.');
  for (const sentence of [
    'People can sign up.',
    'Mentees sign up with addresses of school.example.',
    'Bridges: BRIDGES-26',
    'Mentors wait for your approval.',
    'Mentors need a valid vetting.',
    'Minimum age of mentors: 21 years.',
    'Mentees from 14 to 19 years take part in the matching.',
    /^The team answers Monday to Friday, 0?9:00.* to .*$/,
    'There are no quiet times.',
    'Messages with contact details: people are warned before sending.',
    'Insults and threats are not checked.',
    'Mentors have 1 hour to answer.',
    'Proposals for each mentee: at most 3.',
    'A group has 2 to 4 mentees.',
    'People who left are erased after 12 months, and warned by mail 30 days before.',
    '2. Our agreement: due after 28 days.',
    'Recommended first: Safe online.',
    'About you: for mentors and mentees.',
    'old-survey: for mentees. It opens later.',
    'Areas that open later: 1',
  ])
    screen.getByText(sentence);
});

it('change_that_affects_mentorships_asks_first', async () => {
  let sent: unknown;
  show({
    [`POST ${BASE}preview/`]: {
      status: 200,
      body: { effects: [{ kind: 'becomes_silent', count: 14, of: null, dueOn: null }] },
    },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  const dialog = await enterWeeks('1');
  await dialog.findByText('A mentorship is silent after 1 week without contact.');
  await dialog.findByText(/14 mentorships become silent\./);
  await userEvent.click(save());
  const confirm = await screen.findByRole('button', { name: 'Yes, change it', hidden: true });
  expect(document.activeElement).toBe(screen.getByRole('dialog', { hidden: true }));
  await userEvent.keyboard('{Enter}');
  expect(sent).toBeUndefined();
  await userEvent.click(confirm);
  await screen.findByText('Saved. It holds from now on.');
  expect(sent).toEqual({ expected: 'one', rule: { rule: 'contact', value: { everyWeeks: 1 } } });
});

it('effects_that_have_changed_since_are_shown_before_it_is_saved', async () => {
  let count = 14;
  const sent: unknown[] = [];
  show({
    [`POST ${BASE}preview/`]: () => ({
      status: 200,
      body: { effects: [{ kind: 'becomes_silent', count, of: null, dueOn: null }] },
    }),
    [`POST ${BASE}`]: (request: unknown) => {
      sent.push(request);
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await enterWeeks('1');
  await userEvent.click(save());
  const confirm = () => screen.findByRole('button', { name: 'Yes, change it', hidden: true });
  const first = await confirm();
  count = 20;
  await userEvent.click(first);
  await screen.findByText(/20 mentorships become silent\./);
  screen.getByText('Whom this affects has changed meanwhile. Please look again.');
  expect(document.activeElement).toBe(screen.getByRole('dialog', { hidden: true }));
  expect(sent).toHaveLength(0);
  await userEvent.click(await confirm());
  await screen.findByText('Saved. It holds from now on.');
  expect(sent).toHaveLength(1);
});

it('effects_of_earlier_entries_are_not_shown', async () => {
  show({
    [`POST ${BASE}preview/`]: {
      status: 200,
      body: { effects: [{ kind: 'becomes_silent', count: 14, of: null, dueOn: null }] },
    },
  });
  const dialog = await enterWeeks('1');
  await dialog.findByText(/14 mentorships become silent\./);
  await userEvent.type(dialog.getByLabelText('Weeks without contact'), '0');
  expect(dialog.queryByText(/14 mentorships/)).toBeNull();
  dialog.getByText('Counting whom this affects …');
  await dialog.findByText(/14 mentorships become silent\./);
  expect(dialog.queryByText(/^Counting/)).toBeNull();
});

it('rounds_may_begin_by_hand_only', async () => {
  const rounds = { proposals: 3, everyDays: 0, waitingRounds: 3 };
  let sent: unknown;
  show({
    [`GET ${BASE}`]: { status: 200, body: body([held({ rule: 'rounds', value: rounds })]) },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await screen.findByText('Rounds begin only when staff compute one.');
  const dialog = await open('Rounds');
  dialog.getByLabelText('Days from one round to the next (0: only when staff compute one)');
  const proposals = dialog.getByLabelText('Proposals for each mentee');
  await userEvent.clear(proposals);
  await userEvent.type(proposals, '2');
  await userEvent.click(save());
  await waitFor(() =>
    expect(sent).toEqual({
      expected: 'one',
      rule: { rule: 'rounds', value: { ...rounds, proposals: 2 } },
    }),
  );
});

it('sessions_of_mentorships_are_added_moved_and_removed', async () => {
  let sent: unknown;
  const added = { kind: 'session_added', count: 3, of: 'looking-back', dueOn: '2026-05-08' };
  const stays = { kind: 'session_stays', count: 2, of: 'first-meeting', dueOn: null };
  show({
    [`POST ${BASE}preview/`]: { status: 200, body: { effects: [added, stays] } },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  const dialog = await open('Sessions of mentorships');
  await userEvent.selectOptions(dialog.getByLabelText('What comes in addition?'), 'Looking back');
  await userEvent.click(dialog.getByRole('button', { name: 'Add', hidden: true }));
  dialog.getByText('All that the content has are in the list.');
  await userEvent.click(dialog.getByRole('button', { name: 'Move Looking back up', hidden: true }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove: First meeting', hidden: true }));
  await dialog.findByText(/3 running mentorships get “Looking back”, due by .*2026, later with a pause\./);
  dialog.getByText(/“First meeting” stays in 2 running mentorships that have begun it\./);
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, change it', hidden: true }));
  await waitFor(() =>
    expect(sent).toEqual({
      expected: 'one',
      rule: {
        rule: 'mentorship_sessions',
        value: [
          { session: 'looking-back', dueAfterDays: 42 },
          { session: 'our-agreement', dueAfterDays: 28 },
        ],
      },
    }),
  );
});

it('survey_needs_someone_who_takes_it', async () => {
  show({
    [`POST ${BASE}preview/`]: {
      status: 422,
      body: { code: 'rule_refused', message: 'No', problems: { 'surveys.0': { code: 'no_roles' } } },
    },
  });
  const dialog = await open('Surveys');
  for (const label of ['Mentees take it', 'Mentors take it']) {
    await userEvent.click(dialog.getAllByLabelText(label)[0] as HTMLElement);
  }
  await dialog.findByText('Choose who takes it.');
});

it('minimum_age_of_mentors_has_bounds', async () => {
  show();
  const age = (await open('Required facts')).getByLabelText<HTMLInputElement>('Minimum age of mentors');
  expect([age.min, age.max]).toEqual(['16', '99']);
});

it('codes_keep_their_spaces_and_commas', async () => {
  let sent: unknown;
  show({
    [`GET ${BASE}`]: {
      status: 200,
      body: body([held({ rule: 'institutions', value: [{ name: 'Harbour', codes: ['blue whale'] }] })]),
    },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  const dialog = await open('Institutions and codes');
  await userEvent.type(dialog.getByLabelText(/^Codes/), '{Enter}red, fox;2 {Enter}');
  await userEvent.click(save());
  await waitFor(() =>
    expect(sent).toEqual({
      expected: 'one',
      rule: { rule: 'institutions', value: [{ name: 'Harbour', codes: ['blue whale', 'red, fox;2'] }] },
    }),
  );
});

it('way_back_from_the_question_keeps_the_entries', async () => {
  show({
    [`POST ${BASE}preview/`]: {
      status: 200,
      body: { effects: [{ kind: 'becomes_silent', count: 1, of: null, dueOn: null }] },
    },
  });
  await enterWeeks('1');
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole('button', { name: 'Back', hidden: true }));
  expect(textOf(await screen.findByLabelText('Weeks without contact'))).toBe('1');
});

it('change_that_affects_no_one_is_saved_at_once', async () => {
  let sent: unknown;
  show({
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  const dialog = await open('Sign-up');
  expect(save().hasAttribute('disabled')).toBe(true);
  await userEvent.click(dialog.getByLabelText('People can sign up'));
  await dialog.findByText('This affects no one who is there now.');
  await userEvent.click(save());
  await waitFor(() =>
    expect(sent).toEqual({ expected: 'one', rule: { rule: 'sign_up', value: { isOpen: false } } }),
  );
});

it('entries_stay_when_a_colleague_was_faster', async () => {
  const sent: unknown[] = [];
  let current = held(CONTACT);
  show(
    {
      [`POST ${BASE}`]: (request: unknown) => {
        sent.push(request);
        if (sent.length > 1) return { status: 200, body: { revision: 'three' } };
        current = held({ rule: 'contact', value: { everyWeeks: 4 } }, 'two');
        return refusal(409, 'changed_meanwhile');
      },
    },
    () => current,
  );
  const dialog = await enterWeeks('3');
  await userEvent.click(save());
  await dialog.findByText(/A colleague has changed this rule meanwhile/);
  await within(dialog.getByRole('alert', { hidden: true })).findByText(/silent after 4 weeks/);
  expect(textOf(dialog.getByLabelText('Weeks without contact'))).toBe('3');
  expect(save().hasAttribute('disabled')).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Go on with my entries', hidden: true }));
  await userEvent.click(save());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ expected: 'two', rule: { rule: 'contact', value: { everyWeeks: 3 } } });
});

it('impossible_value_is_marked', async () => {
  show({
    [`POST ${BASE}preview/`]: {
      status: 422,
      body: { code: 'rule_refused', message: 'No', problems: { 'team.until': { code: 'no_hours' } } },
    },
  });
  const dialog = await open('Hours of the team');
  await userEvent.click(dialog.getByLabelText('Friday'));
  await dialog.findByText('The end must be after the beginning.');
  expect(dialog.getByLabelText(/^Until/).getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(dialog.getByLabelText('Friday'));
  expect(dialog.queryByText('The end must be after the beginning.'), 'of earlier entries').toBeNull();
});

it('institution_that_moves_up_keeps_its_codes', async () => {
  const two = [
    { name: 'Bridges', codes: ['BRIDGES-26'] },
    { name: 'Harbour', codes: ['HARBOUR-1', 'HARBOUR-2'] },
  ];
  show({
    [`GET ${BASE}`]: { status: 200, body: body([held({ rule: 'institutions', value: two })]) },
  });
  const dialog = await open('Institutions and codes');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove: Bridges', hidden: true }));
  expect(textOf(dialog.getByLabelText(/^Codes/))).toBe('HARBOUR-1\nHARBOUR-2');
});

it('earlier_value_is_set_back_as_a_change', async () => {
  const change: RuleChange = {
    id: 'change',
    at: '2026-03-02T09:00:00Z',
    actorKind: 'staff',
    author: { id: 'cora', name: 'Cora Lane' },
    before: { rule: 'contact', value: { everyWeeks: 5 } },
    after: CONTACT,
  };
  let sent: unknown;
  show({
    [`GET ${BASE}contact/history/`]: { status: 200, body: { rule: 'contact', changes: [change] } },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier changes: Rhythm of contact' }));
  await screen.findByText('Cora Lane');
  await userEvent.click(
    screen.getByRole('button', { name: /^Set back: A mentorship is silent after 5 weeks/ }),
  );
  await userEvent.click(save());
  await waitFor(() => expect(sent).toEqual({ expected: 'one', rule: change.before }));
});

it('people_who_are_kept_are_named_with_the_reason', async () => {
  const body: Retention = {
    isOn: true,
    warned: 2,
    nextOn: '2026-09-02',
    kept: [{ person: { id: 'leo', name: 'Leo Okafor' }, reasons: ['protection', 'request'] }],
    days: [
      { day: '2026-08-03', warned: 2, erased: 0, keptProtection: 1, keptRequests: 1, keptMentorships: 0 },
      { day: '2026-07-01', warned: 0, erased: 3, keptProtection: 0, keptRequests: 0, keptMentorships: 0 },
    ],
  };
  show({ [`GET ${RETENTION}`]: { status: 200, body } });
  const person = await screen.findByRole('link', { name: 'Leo Okafor' });
  expect(person.getAttribute('href')).toBe('/staff/people/leo');
  expect(person.closest('li')?.textContent).toContain(
    'case or held copies and open request about their data',
  );
  screen.getByText(/^2 people have a mail about the erasure\./);
  screen.getByText('protection: 1 and requests: 1');
  screen.getByText('no one');
});

it('rule_about_people_who_left_begins_with_a_year', async () => {
  let sent: unknown;
  const effects = [
    { kind: 'erased_after_warning', count: 12, of: null, dueOn: null },
    { kind: 'kept_from_erasure', count: 1, of: null, dueOn: null },
  ];
  show({
    [`GET ${BASE}`]: {
      status: 200,
      body: body([held({ rule: 'retention', value: { peopleMonths: null } })]),
    },
    [`POST ${BASE}preview/`]: { status: 200, body: { effects } },
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await screen.findByText('The rule is off: no one is erased.');
  const dialog = await open('Erasing of people who left');
  await userEvent.click(dialog.getByLabelText('Erase people who left'));
  await dialog.findByText(/12 people left longer ago\. They get a mail today/);
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, change it', hidden: true }));
  await waitFor(() =>
    expect(sent).toEqual({ expected: 'one', rule: { rule: 'retention', value: { peopleMonths: 12 } } }),
  );
});
