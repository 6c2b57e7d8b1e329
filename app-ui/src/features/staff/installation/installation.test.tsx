import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { PROGRAMME, showStaff } from '../testing';
import type { FailedJob } from './failed-job';
import { attentionIn, type Installation, sizeText } from './installation';
import type { Webhook } from './webhooks/webhook';

const AT = '2026-11-28T18:00:00Z';
const INSTALLATION: Installation = {
  version: '7.2.0',
  now: AT,
  database: { kind: 'SQLite', bytes: 5 * 1024 ** 2, schema: 72, knownSchema: 72 },
  checks: [
    { subject: 'address', state: 'note', detail: 'http://127.0.0.1:8080', reason: null },
    { subject: 'mail', state: 'error', detail: 'SMTP', reason: 'Connection refused' },
    { subject: 'database', state: 'good', detail: 'sqlite:data/mentorhub.db', reason: null },
  ],
  processes: [{ id: 'n1', version: '7.2.0', startedAt: AT, reportedAt: AT }],
  jobs: [
    { name: 'mails', interval: 1, ranAt: AT, succeededAt: null, failedAt: AT, failures: 12 },
    { name: 'old_codes', interval: 600, ranAt: AT, succeededAt: AT, failedAt: null, failures: 0 },
  ],
  queues: [{ kind: 'mail', waiting: 4, oldestAt: '2026-11-28T17:00:00Z', later: 2, failed: 1 }],
};
const STATE = 'GET /api/staff/installation/';
const GOOD: Installation = { ...INSTALLATION, checks: [], jobs: [], queues: [] };

const JOB: FailedJob = {
  id: 'j1',
  kind: 'mail',
  template: 'reset_password',
  cause: 'refused',
  status: 550,
  attempts: 8,
  createdAt: AT,
  failedAt: AT,
};
const JOBS = 'GET /api/staff/installation/failed-jobs/?sort=-failedAt';
const HOOKS = 'GET /api/staff/installation/webhooks/';
const HOOK: Webhook = {
  id: 'w1',
  name: 'On call',
  url: 'https://duty.example/hook',
  programme: null,
  events: ['alert.opened'],
  createdAt: AT,
  goneAt: null,
  formerUntil: null,
};
const LOG = 'GET /api/staff/installation/webhooks/deliveries/?sort=-createdAt';
const EMPTY = { status: 200, body: { results: [], nextCursor: null, total: 0 } };

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  await loadPageTexts();
});

const show = (address: string, calls: Parameters<typeof showStaff>[2], further: readonly string[] = []) =>
  showStaff(address, ['manage_installation', ...further], calls);

/** The first page of a test is loaded before. */
const shown = (text: string) => screen.findByText(text, undefined, { timeout: 10_000 });

it('what needs an administrator stands first, with what to do', async () => {
  show('/staff/installation', {
    [STATE]: { status: 200, body: INSTALLATION },
    [HOOKS]: { status: 200, body: [] },
  });
  await shown('3 things need your attention');
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Needs your attention', 'In order', 'Not used, or for information']);
  const mail = screen.getByText('SMTP').closest('li') as HTMLElement;
  within(mail).getByText('Does not work');
  within(mail).getByText(/Check the mail server/);
  within(mail).getByText('Connection refused');
  expect(screen.getByRole('link', { name: '1 failed' }).getAttribute('href')).toBe(
    '/staff/installation/failed-jobs?kind=mail',
  );
  screen.getByText('1 job is failing. The log of the server says why.');
});

it('an installation without problems says so', async () => {
  show('/staff/installation', {
    [STATE]: { status: 200, body: GOOD },
    [HOOKS]: { status: 200, body: [HOOK] },
  });
  await shown('Everything works');
  screen.getByText('Nothing waits.');
});

it('a stopped webhook needs an administrator', async () => {
  show('/staff/installation', {
    [STATE]: { status: 200, body: GOOD },
    [HOOKS]: { status: 200, body: [HOOK, { ...HOOK, id: 'w2', name: 'Pager', goneAt: AT }] },
  });
  await shown('1 thing needs your attention');
  expect(screen.getByRole('link', { name: 'Pager' }).getAttribute('href')).toBe(
    '/staff/installation/webhooks',
  );
  expect(screen.queryByText('On call')).toBeNull();
});

it('attention counts problems, not good checks', () => {
  expect([attentionIn(INSTALLATION), attentionIn(GOOD)]).toEqual([3, 0]);
  expect([sizeText(5 * 1024 ** 2, 'en'), sizeText(3 * 1024 ** 3, 'en')]).toEqual(['5 MB', '3 GB']);
});

it('a failed job is tried again, and dropped after a confirmation', async () => {
  const { seen } = show('/staff/installation/failed-jobs', {
    [JOBS]: { status: 200, body: { results: [JOB], nextCursor: null, total: 1 } },
    'POST /api/staff/installation/failed-jobs/j1/retry/': { status: 204 },
    'DELETE /api/staff/installation/failed-jobs/j1/': { status: 204 },
  });
  await shown('The other server refused it for good. (code 550)');
  await userEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: /Drop/ }));
  const dialog = screen.getByRole('dialog');
  within(dialog).getByText(/will not happen/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Drop' }));
  expect(seen).toContain('DELETE /api/staff/installation/failed-jobs/j1/');
});

it('an alert to staff is not dropped', async () => {
  const { seen } = show('/staff/installation/failed-jobs', {
    [JOBS]: {
      status: 200,
      body: { results: [{ ...JOB, template: 'staff_crisis' }], nextCursor: null, total: 1 },
    },
  });
  await shown('The other server refused it for good. (code 550)');
  await userEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: /Drop/ }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Drop' }));
  await screen.findByText(/can only be tried again/);
  expect(seen).not.toContain('DELETE /api/staff/installation/failed-jobs/j1/');
});

it('no failed job is good news', async () => {
  show('/staff/installation/failed-jobs', { [JOBS]: EMPTY });
  await shown('No failed jobs');
});

it('the secret of a new webhook is shown once', async () => {
  show('/staff/installation/webhooks', {
    [HOOKS]: { status: 200, body: [HOOK] },
    [LOG]: EMPTY,
    'POST /api/staff/installation/webhooks/': { status: 200, body: { id: 'w2', secret: 'whsec_abc' } },
  });
  await shown('https://duty.example/hook');
  await userEvent.click(screen.getByRole('button', { name: 'Add a webhook' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/Name/), 'Pager');
  await userEvent.type(within(dialog).getByLabelText(/Address/), 'https://pager.example');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await screen.findByText('whsec_abc');
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('whsec_abc')).toBeNull();
});

it('a new API key is shown once, and a key can be revoked', async () => {
  const KEYS = 'GET /api/staff/installation/api-keys/';
  const key = {
    id: 'k1',
    name: 'City council',
    scope: 'outcomes:read',
    programmes: [PROGRAMME.id, 'elsewhere'],
    createdBy: 'Ada Berg',
    createdAt: AT,
    expiresAt: '2020-01-01T00:00:00Z',
    lastUsedOn: null,
  };
  const made: unknown[] = [];
  const calls = {
    [KEYS]: { status: 200, body: [key] },
    'POST /api/staff/installation/api-keys/': (body: unknown) => {
      made.push(body);
      return { status: 200, body: { id: 'k2', key: 'mhk_abc' } };
    },
    'DELETE /api/staff/installation/api-keys/k1/': { status: 204 },
  };
  const { seen } = show('/staff/installation/api-keys', calls, ['read_outcomes']);
  await shown('City council');
  screen.getByText('Reads reports of outcomes · Northfield · 1 programme that you do not see');
  screen.getByText(/^Expired on/);
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/Who uses it/), 'Ministry');
  const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Make the key' });
  expect(submit.disabled).toBe(true);
  await userEvent.click(within(dialog).getAllByRole('checkbox')[0] as HTMLElement);
  await userEvent.click(submit);
  await screen.findByText('mhk_abc');
  expect(made).toEqual([
    { name: 'Ministry', scope: 'outcomes:read', programmes: [expect.any(String)], days: 90 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('mhk_abc')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(seen).toContain('DELETE /api/staff/installation/api-keys/k1/');
});

it('an administrator without reports reads who may make an API key', async () => {
  show('/staff/installation/api-keys', {
    'GET /api/staff/installation/api-keys/': { status: 200, body: [] },
  });
  await shown('No API keys yet');
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(/^A key reads what you may read, and you read no reports/);
  expect(dialog.queryAllByRole('checkbox')).toEqual([]);
});
