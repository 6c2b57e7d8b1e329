import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { showStaff } from '../../testing';
import type { BundlePlan } from './bundle';

const PLAN: BundlePlan = {
  isImported: false,
  mistakes: [],
  mistakeCount: 0,
  kinds: [{ kind: 'topics', count: 4 }],
  definitions: [{ kind: 'session', key: 'set-a-goal', change: 'retired', begun: 3 }],
  texts: [
    { kind: 'topic', key: 'mentoring', path: 'questions/how-often/answer', language: 'de', isKept: true },
    { kind: 'topic', key: 'mentoring', path: 'questions/how-often/answer', language: 'en', isKept: false },
  ],
  answerKeys: [
    { session: 'first-steps', quiz: 'check', question: 'goal', isKept: true },
    { session: 'first-steps', quiz: 'check', question: 'pace', isKept: false },
  ],
  rules: [],
  closed: [],
};
const BASE = '/api/staff/content/bundle/';
const REHEARSAL = `POST ${BASE}rehearsal/`;

beforeAll(loadPageTexts);

const show = (calls: Parameters<typeof showStaff>[2], isOfInstallation = true) =>
  showStaff('/staff/content/bundle', ['manage_content'], {
    'GET /api/staff/me/': {
      status: 200,
      body: {
        grants: isOfInstallation ? [{ role: 'administrator', programme: null }] : [],
        permissions: ['manage_content'],
        programmes: [],
        managedProgrammes: [],
        ruledProgrammes: [],
        reportedProgrammes: [],
      },
    },
    ...calls,
  });

const choose = async () =>
  userEvent.upload(
    await screen.findByLabelText(/Choose a ZIP/),
    new File(['topics: []'], 'faq.yaml', { type: 'application/yaml' }),
  );

it('import_follows_what_the_rehearsal_says', async () => {
  let imports = 0;
  show({
    [REHEARSAL]: { status: 200, body: PLAN },
    [`POST ${BASE}`]: () => {
      imports += 1;
      return { status: 200, body: { ...PLAN, isImported: true } };
    },
  });
  await choose();
  await screen.findByText('No mistakes. This is what an import does:');
  screen.getByText(/no longer offered 3 people have begun it and keep it\./);
  const lines = (name: string | RegExp) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(lines(/^Conflicts/)).toContain('Answer key first-steps · check · pace');
  expect(lines('Changed here only: stays')).toContain('Answer key first-steps · check · goal');
  expect(imports).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(imports).toBe(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Import' })).toBeNull());
});

it('mistakes_are_named_by_file_and_line', async () => {
  const mistakes = [{ file: 'faq.yaml', line: 12, text: 'the text is empty' }];
  show({ [REHEARSAL]: { status: 200, body: { ...PLAN, mistakes, mistakeCount: 101 } } });
  await choose();
  await screen.findByText('101 mistakes. Nothing can be imported.');
  screen.getByText('faq.yaml:12');
  screen.getByText('… and 100 more mistakes');
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

it('staff_of_programmes_read_who_may_import', async () => {
  show({}, false);
  await screen.findByText(/Its administrators change it/);
  expect(screen.queryByLabelText(/Choose a ZIP/)).toBeNull();
});
