import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { showStaff } from '../../testing';
import type { Definition, Place, TextChange } from './texts';

const place = (path: string, texts: Record<string, string>, number?: number): Place => ({
  path,
  parts: number === undefined ? [] : [{ list: 'questions', number }],
  field: path.split('/').at(-1) ?? '',
  isMarkdown: path.endsWith('answer'),
  limit: 1_000,
  texts,
});

const topic = (answer: string, revision = 'one', changes: Partial<Definition> = {}): Definition => ({
  kind: 'topic',
  key: 'mentoring',
  revision,
  mayChange: true,
  languages: [
    { code: 'en', name: 'English', isActive: true },
    { code: 'de', name: 'Deutsch', isActive: true },
  ],
  texts: [
    place('title', { en: 'You and your mentor', de: 'Ihr beide' }),
    place('questions/how/question', { en: 'How?', de: 'Wie?' }, 1),
    place('questions/how/answer', { en: answer }, 1),
    place('questions/when/question', { en: 'When?', de: 'Wann?' }, 2),
    place('questions/when/answer', { en: 'Soon.', de: 'Bald.' }, 2),
  ],
  entries: ['how', 'when'],
  agreed: null,
  mail: null,
  ...changes,
});

const BASE = '/api/staff/content/texts/topic/mentoring/';
const CHANGE: TextChange = {
  id: '0192f0a0-0000-7000-8000-0000000000c1',
  at: '2026-03-02T09:00:00Z',
  actorKind: 'staff',
  author: { id: '0192f0a0-0000-7000-8000-0000000000a1', name: 'Ada Lind' },
  texts: [{ path: 'questions/how/answer', language: 'en', before: 'Step by step.', after: 'Slowly.' }],
  entries: null,
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

beforeEach(() => sessionStorage.clear());

function show(
  current: () => Definition = () => topic('Slowly.'),
  calls: Parameters<typeof showStaff>[2] = {},
  changes: readonly TextChange[] = [],
) {
  return showStaff('/staff/content/texts/topic/mentoring', ['manage_content'], {
    [`GET ${BASE}`]: () => ({ status: 200, body: current() }),
    [`GET ${BASE}history/`]: { status: 200, body: { changes: [...changes] } },
    ...calls,
  });
}

const field = (path: string, language: string) => {
  const found = document.querySelector<HTMLTextAreaElement>(`textarea[name="${path}|${language}"]`);
  if (found === null) throw new Error(`no field for ${path} in ${language}`);
  return found;
};
const answer = (language = 'en') => field('questions/how/answer', language);
const ready = () => screen.findByRole('heading', { level: 1, name: 'You and your mentor' });
const save = () => screen.getByRole('button', { name: 'Save' });

async function type(at: HTMLElement, text: string) {
  await userEvent.clear(at);
  await userEvent.type(at, text);
}

it('only_what_differs_is_sent', async () => {
  let sent: unknown;
  let current = topic('Slowly.');
  show(() => current, {
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      current = topic('With care.', 'two');
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await ready();
  screen.getByText('Missing: people read the English text.');
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  await type(answer(), 'With care.');
  await type(answer('de'), 'Mit Sorgfalt.');
  await userEvent.click(save());
  await screen.findByText('Saved. It counts from now on.');
  expect(sent).toEqual({
    expected: 'one',
    texts: [
      { path: 'questions/how/answer', language: 'en', text: 'With care.' },
      { path: 'questions/how/answer', language: 'de', text: 'Mit Sorgfalt.' },
    ],
    entries: null,
    askAgain: false,
  });
});

it('what_was_typed_outlives_a_reload', async () => {
  show();
  await ready();
  await type(answer(), 'With care.');
  document.body.replaceChildren();
  show();
  await ready();
  expect(answer().value).toBe('With care.');
  screen.getByText('Not saved yet. This tab keeps it.');
});

it('refused_text_is_named_at_its_field', async () => {
  const problems = { 'questions/how/answer|en': { code: 'html' } };
  show(undefined, {
    [`POST ${BASE}`]: { status: 422, body: { code: 'texts_refused', message: '', problems } },
  });
  await ready();
  await type(answer(), '<b>now</b>');
  await userEvent.click(save());
  await screen.findByText('HTML is not allowed in texts.');
  expect(answer().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(answer()));
  expect(answer().value).toBe('<b>now</b>');
});

it('both_versions_are_shown_when_a_colleague_was_faster', async () => {
  let current = topic('Slowly.');
  const sent: unknown[] = [];
  show(() => current, {
    [`POST ${BASE}`]: (request: unknown) => {
      sent.push(request);
      if (sent.length > 1) return { status: 200, body: { revision: 'three' } };
      current = topic('Step by step.', 'two');
      return refusal(409, 'changed_meanwhile');
    },
  });
  await ready();
  await type(answer(), 'With care.');
  await userEvent.click(save());
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('With care.');
  alert.getByText('Step by step.');
  await userEvent.click(alert.getByRole('button', { name: 'Keep mine' }));
  expect(answer().value).toBe('With care.');
  await userEvent.click(save());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ expected: 'two', texts: [{ text: 'With care.' }] });
});

it('typed_text_of_a_removed_question_can_be_copied', async () => {
  let current = topic('Slowly.');
  let sent: unknown;
  show(() => current, {
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request;
      const [title, , , ...when] = current.texts;
      current = topic('', 'two', { texts: [title as Place, ...when], entries: ['when'] });
      return refusal(409, 'changed_meanwhile');
    },
  });
  await ready();
  await type(answer(), 'With care.');
  await userEvent.click(save());
  const alert = within(await screen.findByRole('alert'));
  alert.getByText(/^A colleague removed these places/);
  alert.getByText('With care.');
  alert.getByText(/^Question 1 · Answer/);
  expect(sent).toMatchObject({ texts: [{ text: 'With care.' }] });
  await userEvent.click(alert.getByRole('button', { name: 'Go on' }));
  expect(screen.queryByText('With care.')).toBeNull();
  expect((save() as HTMLButtonElement).disabled).toBe(true);
});

it('questions_stay_in_their_place_while_they_are_saved', async () => {
  let answerNow = () => {};
  show(undefined, {
    [`POST ${BASE}`]: () =>
      new Promise((resolve) => {
        answerNow = () => resolve(refusal(500, 'unavailable'));
      }),
  });
  await ready();
  await type(answer(), 'With care.');
  await userEvent.click(save());
  const buttons = [
    'Add a question',
    'Remove: Question 1',
    'Move down: Question 1',
    'Move up: Question 2',
  ].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  await waitFor(() => expect(buttons.every(({ disabled }) => disabled)).toBe(true));
  answerNow();
  await waitFor(() => expect(buttons.some(({ disabled }) => disabled)).toBe(false));
});

it('questions_are_added_moved_and_removed', async () => {
  let sent: { texts: { path: string }[]; entries: string[] } | undefined;
  show(undefined, {
    [`POST ${BASE}`]: (request: unknown) => {
      sent = request as typeof sent;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await ready();
  await userEvent.click(screen.getByRole('button', { name: 'Move down: Question 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Question 1' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Question 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  const added = within(screen.getByRole('region', { name: 'Question 2' }));
  await userEvent.type(added.getByLabelText(/^Question, English/), 'Where?');
  await userEvent.type(added.getByLabelText(/^Answer, English/), 'Here.');
  await userEvent.click(save());
  await waitFor(() => expect(sent).toBeDefined());
  expect(sent?.entries).toEqual(['how', expect.stringMatching(/^question-[0-9a-f]{8}$/)]);
  expect(sent?.texts.map(({ path }) => path)).toEqual([
    `questions/${sent?.entries[1]}/question`,
    `questions/${sent?.entries[1]}/answer`,
  ]);
});

it('earlier_text_is_set_back_by_saving_it', async () => {
  show(undefined, {}, [CHANGE]);
  await ready();
  const region = within(await screen.findByRole('region', { name: 'Earlier changes' }));
  await region.findByText('Ada Lind');
  expect((await region.findByText('Slowly.')).tagName).toBe('INS');
  await userEvent.click(region.getByRole('button', { name: /^Set back/ }));
  expect(answer().value).toBe('Step by step.');
  expect((save() as HTMLButtonElement).disabled).toBe(false);
});

it('who_may_only_read_sees_who_may_change', async () => {
  show(() => topic('Slowly.', 'one', { mayChange: false }));
  await ready();
  screen.getByText(/Its administrators change it/);
  expect(answer().readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('new_version_of_document_says_how_many_agree_again', async () => {
  let sent: unknown;
  const path = '/api/staff/content/texts/document/4/';
  const terms: Definition = {
    ...topic('Slowly.'),
    kind: 'document',
    key: '4',
    texts: [place('title', { en: 'Terms' }), place('text', { en: 'Be kind.' })],
    entries: null,
    agreed: 12,
  };
  showStaff('/staff/content/texts/document/4', ['manage_content'], {
    [`GET ${path}`]: { status: 200, body: terms },
    [`GET ${path}history/`]: { status: 200, body: { changes: [] } },
    [`POST ${path}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { revision: 'two' } };
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Terms' });
  await type(field('text', 'en'), 'Be kind, always.');
  await userEvent.click(save());
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  await userEvent.click(dialog.getByLabelText('New version: people agree again'));
  dialog.getByText('12 people agree again on their next visit.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(sent).toMatchObject({ askAgain: true }));
});
