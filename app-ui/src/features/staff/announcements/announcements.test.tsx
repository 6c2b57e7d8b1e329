import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';

const DRAFT = {
  id: 'party',
  title: '',
  programme: PROGRAMME,
  state: 'draft',
  sendAt: null,
  sentAt: null,
  correctedAt: null,
  takenBackAt: null,
  changedAt: '2026-03-09T12:00:00Z',
  author: { id: 'sam', name: 'Sam Weaver' },
  reached: 0,
  read: 0,
  revision: 3,
  texts: {},
  roles: ['mentee', 'mentor'],
  among: 'all',
  cohort: null,
  isCohortRemoved: false,
  push: false,
  mail: false,
  timeZone: 'Europe/Berlin',
  localTime: null,
  mentees: { reached: 0, read: 0 },
  mentors: { reached: 0, read: 0 },
  languages: [
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ],
};
const SENT = {
  ...DRAFT,
  state: 'sent',
  title: 'Party',
  sentAt: '2026-03-09T12:00:00Z',
  texts: {
    en: { title: 'Party', body: 'Come!', blocks: [{ kind: 'paragraph', spans: [{ text: 'Come!' }] }] },
  },
  mail: true,
  reached: 5,
  read: 2,
  mentees: { reached: 4, read: 2 },
  mentors: { reached: 1, read: 0 },
};

const ONE = '/api/staff/announcements/party/';
const AUDIENCE = `GET /api/staff/announcements/audience/?programme=${PROGRAMME.id}&among=`;

beforeAll(async () => {
  await loadPageTexts();
  // The test environment has no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});
beforeEach(() => sessionStorage.clear());

const show = (announcement: object, calls: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/announcements/party', ['send_announcements', 'manage_people'], {
    [`GET ${ONE}`]: { status: 200, body: announcement },
    [`${AUDIENCE}all`]: { status: 200, body: { mentees: 4, mentors: 1 } },
    [`${AUDIENCE}matched`]: { status: 200, body: { mentees: 2, mentors: 1 } },
    ...calls,
  });

const english = () => screen.findByRole('group', { name: 'English' });

it('draft_is_saved_with_each_pause', async () => {
  const bodies: { revision: number; texts: object }[] = [];
  show(DRAFT, {
    [`PUT ${ONE}`]: (body) => {
      bodies.push(body as (typeof bodies)[number]);
      return { status: 200, body: { revision: 3 + bodies.length } };
    },
  });
  await userEvent.type(within(await english()).getByLabelText('Title'), 'Party');
  screen.getByText('Saving …');
  await screen.findByText('Your draft is saved.');
  await userEvent.type(within(await english()).getByLabelText('Text'), 'Come!');
  await screen.findByText('Your draft is saved.');
  expect(bodies.map(({ revision }) => revision)).toEqual([3, 4]);
  expect(bodies[1]?.texts).toEqual({ en: { title: 'Party', body: 'Come!' } });
  screen.getByText('Missing: Deutsch. Anyone who reads in these languages gets the text in English.');
});

it('version_of_a_colleague_does_not_replace_what_was_typed', async () => {
  let isRefused = true;
  const sent: unknown[] = [];
  const theirs = { ...DRAFT, revision: 7, texts: { en: { title: 'Theirs', body: '', blocks: [] } } };
  const { seen } = show(DRAFT, {
    [`GET ${ONE}`]: () => ({ status: 200, body: isRefused || seen.length < 4 ? DRAFT : theirs }),
    [`PUT ${ONE}`]: (body) => {
      sent.push((body as { revision: number }).revision);
      return isRefused ? refusal(409, 'changed_meanwhile') : { status: 200, body: { revision: 8 } };
    },
  });
  await userEvent.type(within(await english()).getByLabelText('Title'), 'Mine');
  const alert = await screen.findByRole('alert');
  within(alert).getByText('A colleague has changed this announcement meanwhile. Your text is still here.');
  expect(within(await english()).getByLabelText('Title')).toHaveProperty('value', 'Mine');
  isRefused = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Save my version' }));
  await screen.findByText('Your draft is saved.');
  expect(sent).toEqual([3, 7]);
  expect(within(await english()).getByLabelText('Title')).toHaveProperty('value', 'Mine');
});

it('number_of_people_follows_the_audience', async () => {
  show(DRAFT, { [`PUT ${ONE}`]: { status: 200, body: { revision: 4 } } });
  await screen.findByText('Reaches 5 people now · mentees: 4 · mentors: 1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mentors' }));
  await screen.findByText('Reaches 4 people now · mentees: 4 · mentors: 0');
  await userEvent.selectOptions(screen.getByLabelText('Which of them'), 'matched');
  await screen.findByText('Reaches 2 people now · mentees: 2 · mentors: 0');
});

it('announcement_is_for_one_cohort', async () => {
  const CLASS = { id: 'class', name: 'Class 8b', programme: PROGRAMME, mentees: 3, mentors: 0, invited: 0 };
  let saved: unknown;
  show(DRAFT, {
    [`GET /api/staff/cohorts/?programme=${PROGRAMME.id}&limit=200`]: {
      status: 200,
      body: { results: [CLASS], nextCursor: null, total: 1 },
    },
    [`${AUDIENCE}all&cohort=class`]: { status: 200, body: { mentees: 3, mentors: 0 } },
    [`PUT ${ONE}`]: (body) => {
      saved = body;
      return { status: 200, body: { revision: 4 } };
    },
  });
  await userEvent.selectOptions(await screen.findByLabelText('Which cohort'), 'Class 8b');
  await screen.findByText('Reaches 3 people now · mentees: 3 · mentors: 0');
  await waitFor(() => expect(saved).toMatchObject({ cohort: 'class' }));
});

it('draft_for_a_removed_cohort_says_so', async () => {
  show(
    { ...DRAFT, cohort: { id: 'gone', name: 'Class 7b' }, isCohortRemoved: true },
    { [`${AUDIENCE}all&cohort=gone`]: { status: 200, body: { mentees: 0, mentors: 0 } } },
  );
  await screen.findByText('The cohort was removed. Choose another one, or all.');
  expect((await screen.findByLabelText(/^Which cohort/)).textContent).toContain('Class 7b (removed)');
});

it('announcement_is_scheduled_in_the_zone_of_its_programme', async () => {
  let asked: unknown;
  const ready = { ...DRAFT, texts: { en: { title: 'Party', body: 'Come!', blocks: [] } } };
  show(ready, {
    [`POST ${ONE}sending/`]: (body) => {
      asked = body;
      return refusal(409, 'too_many_announcements');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send …' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'At a set time' }));
  const time = within(dialog).getByLabelText('Day and time (Europe/Berlin)');
  await userEvent.type(time, '2026-06-12T16:00');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText(/^A programme sends at most three announcements/);
  expect(asked).toEqual({ revision: 3, at: '2026-06-12T16:00:00' });
});

it('dialog_says_that_mails_cannot_be_called_back', async () => {
  let state = SENT;
  let asked: unknown;
  show(SENT, {
    [`GET ${ONE}`]: () => ({ status: 200, body: state }),
    [`POST ${ONE}taking-back/`]: (body) => {
      asked = body;
      state = { ...SENT, state: 'taken_back', revision: 4 };
      return { status: 204 };
    },
  });
  await screen.findByText('2 of 5 have read it');
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Emails that were sent already cannot be called back/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull());
  expect(asked).toEqual({ revision: 3 });
});

it('correction_of_a_colleague_is_not_overwritten_silently', async () => {
  let stored: typeof SENT = SENT;
  const sent: unknown[] = [];
  show(SENT, {
    [`GET ${ONE}`]: () => ({ status: 200, body: stored }),
    [`POST ${ONE}correction/`]: (body) => {
      const { revision } = body as { revision: number };
      sent.push(revision);
      if (revision !== stored.revision) return refusal(409, 'changed_meanwhile');
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Correct the text' }));
  const title = within(await english()).getByLabelText('Title');
  await userEvent.type(title, ' at five');
  stored = { ...SENT, revision: 4 };
  await userEvent.click(screen.getByRole('button', { name: 'Save the correction' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save my version' }));
  await screen.findByRole('button', { name: 'Correct the text' });
  expect(sent).toEqual([3, 4]);
});

it('version_of_a_colleague_is_not_sent_unread', async () => {
  const ready = { ...DRAFT, texts: { en: { title: 'Party', body: 'Come!', blocks: [] } } };
  const theirs = { ...ready, revision: 4, texts: { en: { title: 'Theirs', body: 'Go!', blocks: [] } } };
  let stored = ready;
  const sent: unknown[] = [];
  show(ready, {
    [`GET ${ONE}`]: () => ({ status: 200, body: stored }),
    [`POST ${ONE}sending/`]: (body) => {
      sent.push((body as { revision: number }).revision);
      return refusal(409, 'changed_meanwhile');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send …' }));
  const dialog = await screen.findByRole('dialog');
  within(within(dialog).getByRole('list', { name: 'Title' })).getByText('Party');
  stored = theirs;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send now' }));
  await screen.findByText(/Please read it again before you send it/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([3]);
});

it('what_was_typed_stays_beside_one_that_a_colleague_sent', async () => {
  let stored: object = DRAFT;
  show(DRAFT, {
    [`GET ${ONE}`]: () => ({ status: 200, body: stored }),
    [`PUT ${ONE}`]: () => refusal(409, 'changed_meanwhile'),
  });
  await userEvent.type(within(await english()).getByLabelText('Title'), 'Mine');
  const keep = await screen.findByRole('button', { name: 'Save my version' });
  stored = { ...SENT, revision: 4 };
  await userEvent.click(keep);
  const alert = await screen.findByText(/What you typed was not saved/);
  expect(alert.parentElement?.textContent).toContain('Mine');
});

it('draft_is_saved_when_its_author_leaves', async () => {
  const bodies: { texts: object }[] = [];
  const old = { ...DRAFT, texts: { fr: { title: 'Fête', body: '', blocks: [] } } };
  const { router } = show(old, {
    [`PUT ${ONE}`]: (body) => {
      bodies.push(body as (typeof bodies)[number]);
      return { status: 200, body: { revision: 4 } };
    },
  });
  await userEvent.type(within(await english()).getByLabelText('Title'), 'P');
  await router.navigate('/staff/unknown');
  await waitFor(() => expect(bodies.map(({ texts }) => texts)).toEqual([{ en: { title: 'P', body: '' } }]));
});

it('scheduled_time_is_shown_in_the_zone_of_the_programme', async () => {
  show({ ...SENT, state: 'scheduled', sentAt: null, sendAt: '2026-06-12T22:30:00Z', timeZone: 'Asia/Tokyo' });
  await screen.findByText(/13 June 2026.*7:30 am \(Asia\/Tokyo\)/iu);
});
