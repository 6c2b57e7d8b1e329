import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Schemas } from 'ui-kit';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import arabic from '../../../../locales/ar/staff.json';
import german from '../../../../locales/de/staff.json';
import english from '../../../../locales/en/staff.json';
import { showStaff } from '../../testing';
import type { Definition } from './texts';

const BASE = '/api/staff/content/texts/mail/sign_up_code/';

const field = (path: string, limit: number, texts: Record<string, string>): Definition['texts'][number] => ({
  path,
  parts: [],
  field: path,
  isMarkdown: false,
  limit,
  texts,
});

const MAIL: Definition = {
  kind: 'mail',
  key: 'sign_up_code',
  revision: 'one',
  mayChange: true,
  languages: [
    { code: 'en', name: 'English', isActive: true },
    { code: 'ar', name: 'العربية', isActive: true },
  ],
  texts: [
    field('subject', 200, { en: '{{ code }} is your code' }),
    field('body', 5_000, { en: 'Welcome!\n\n{{ code }}' }),
  ],
  entries: null,
  agreed: null,
  mail: {
    subjects: { en: '123456 is your code' },
    values: [
      { name: 'code', tag: '{{ code }}' },
      { name: 'minutes', tag: '{{ minutes }}' },
    ],
    conditions: [],
    kept: ['{{ code }}'],
  },
};

const PREVIEW: Schemas['PreviewDefinitionResponse'] = {
  problems: [],
  mail: { subject: '123456 is your code', paragraphs: ['See https://hub.example.org/chat.', '123456'] },
  session: null,
  survey: null,
};

const matching = (isWide: boolean) => (query: string) =>
  ({
    matches: isWide,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

beforeEach(() => sessionStorage.clear());

function show(isWide: boolean, calls: Parameters<typeof showStaff>[2] = {}) {
  vi.spyOn(window, 'matchMedia').mockImplementation(matching(isWide));
  return showStaff('/staff/content/texts/mail/sign_up_code', ['manage_content'], {
    [`GET ${BASE}`]: { status: 200, body: MAIL },
    [`GET ${BASE}history/`]: { status: 200, body: { changes: [] } },
    [`POST ${BASE}preview/`]: { status: 200, body: PREVIEW },
    ...calls,
  });
}

it('mail_is_shown_as_its_reader_sees_it', async () => {
  const asked: unknown[] = [];
  show(true, {
    [`POST ${BASE}preview/`]: (request: unknown) => {
      asked.push(request);
      return { status: 200, body: PREVIEW };
    },
  });
  await screen.findByRole('heading', { level: 1, name: '123456 is your code' });
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('https://hub.example.org/chat')).toBeDefined();
  expect(preview.queryByRole('link')).toBeNull();
  await userEvent.selectOptions(preview.getByLabelText('Language'), 'العربية');
  const body = document.querySelector<HTMLTextAreaElement>('textarea[name="body|ar"]');
  if (body === null) throw new Error('no field');
  await userEvent.type(body, 'أهلا');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      texts: [{ path: 'body', language: 'ar', text: 'أهلا' }],
      language: 'ar',
      role: 'mentee',
    }),
  );
});

it('values_are_listed_in_words', async () => {
  show(true);
  const parts = within(await screen.findByRole('region', { name: 'What can stand in it' }));
  expect(parts.getAllByText('{{ code }}')).toHaveLength(2);
  parts.getByText('for how many minutes it works');
});

it('preview_is_a_dialog_where_there_is_no_room', async () => {
  show(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Show the preview' }));
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  await dialog.findByText('123456 is your code');
  await userEvent.click(dialog.getByText('Close the preview'));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
});

it('problem_names_what_is_missing', async () => {
  show(true, {
    [`POST ${BASE}`]: {
      status: 422,
      body: {
        code: 'texts_refused',
        message: '',
        problems: { 'body|en': { code: 'placeholder_missing', value: '{{ code }}' } },
      },
    },
  });
  await screen.findByRole('heading', { level: 1 });
  const body = document.querySelector<HTMLTextAreaElement>('textarea[name="body|en"]');
  if (body === null) throw new Error('no field');
  await userEvent.clear(body);
  await userEvent.type(body, 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This has to remain: {{ code }}');
});

it('mails_and_their_values_are_described_in_all_languages', () => {
  const yaml = readFileSync('content/mail/en.yaml', 'utf8');
  const mails = [...yaml.matchAll(/^([a-z_]+):$/gm)].map(([, name]) => name);
  // Those in addresses are never written by staff.
  const words = yaml.replace(/\{\{ public_url \}\}(?:[^\s{]|\{\{[^}]*\}\})*/g, '');
  const values = new Set([...words.matchAll(/\{\{ ([a-z_]+)/g)].map(([, name]) => name));
  expect(mails.length).toBeGreaterThan(50);
  for (const { texts } of [english, german, arabic]) {
    expect(Object.keys(texts.mails).sort()).toEqual([...mails].sort());
    expect(Object.keys(texts.values).sort()).toEqual([...values].sort());
  }
});
