import type { APIRequestContext, Page } from '@playwright/test';
import { ACCOUNTS, type Name } from '../harness/accounts';
import type { Actor } from '../harness/actor';
import { sentMails } from '../harness/http';
import { Hub } from '../harness/hub';
import { test as base, expect } from '../harness/test';

const MARKUP = '<img src=x onerror=ran()>';
const LAST_NAME = '{{7*7}}x';
const NAME = `${MARKUP} ${LAST_NAME}`;
const HOST = 'hostile.example';
/** A link that is one, with a hostile preview. */
const LINK = `https://example.org/?${MARKUP.length}`;
/** Everything that a page could take for code, an address or a direction. */
const TEXT = `${MARKUP}<script>ran()</script> [go](javascript:ran()) ![see](https://${HOST}/i.png) {{7*7}} \${ran()} \u202Eend`;

/** A server with a cohort, whose people propose each other. */
const test = base.extend<{ hub: Hub }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
});

/** A person who writes over HTTP and the socket, past what the pages allow. */
class Writer {
  private readonly request: APIRequestContext;
  readonly token: string;

  constructor(request: APIRequestContext, token: string) {
    this.request = request;
    this.token = token;
  }

  static async of({ context: { request } }: Actor): Promise<Writer> {
    const answer = await request.post('/api/v2/users/refresh/');
    return new Writer(request, (await answer.json()).accessToken);
  }

  /** A newcomer whose names are markup. */
  static async signUp(request: APIRequestContext, url: string, email: string): Promise<Writer> {
    const users = `${url}/api/v2/users`;
    await request.post(`${users}/send-otp/`, { data: { email } });
    let code: string | null | undefined;
    const look = async () => {
      const mails = await sentMails(request, url);
      code = mails.find(({ to }) => to === email)?.code;
      return code;
    };
    await expect.poll(look).toBeTruthy();
    await request.post(`${users}/verify-otp/`, { data: { email, otp: code } });
    const person = {
      role: 'Mentee',
      first_name: MARKUP,
      last_name: LAST_NAME,
      project: 'riverside',
      phone_number: '+49 151 2345678',
      provider: 'normal',
      new_primary_language: 'en',
      declaration: true,
    };
    const proof = { email, otp: code, password: 'Over-the-hill-7' };
    const answer = await request.post(`${users}/signup/`, { data: { ...person, ...proof } });
    expect(answer.status(), await answer.text()).toBe(201);
    const writer = new Writer(request, (await answer.json()).accessToken);
    await writer.send('POST', `${users}/agreement/`, { data: { has_agreed_terms: true } });
    return writer;
  }

  async send<T = never>(method: string, path: string, body: object = {}): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await this.request.fetch(path, { method, headers, ...body });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? (undefined as T) : await answer.json();
  }
}

/** Sends commands over a socket of a page, one after another, and returns the ids of the messages. */
function say(page: Page, token: string, frames: object[]): Promise<string[]> {
  return page.evaluate(
    async ([token, frames]) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/chat/`);
      const ids: string[] = [];
      await new Promise<void>((resolve, reject) => {
        const next = () => {
          const frame = frames[ids.length];
          if (frame === undefined) return resolve();
          const reply = 'reply' in frame ? { reply_to: ids.at(-1) } : {};
          socket.send(
            JSON.stringify({ command: 'send', token, temp_id: crypto.randomUUID(), ...frame, ...reply }),
          );
        };
        socket.onopen = next;
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.command === 'error') reject(new Error(data));
          if (frame.command !== 'new_message') return;
          ids.push(frame.msg_id);
          next();
        };
      });
      socket.close();
      return ids;
    },
    [token, frames] as const,
  );
}

/** Previews are added to the frames of the server, which contacts no page on this machine. */
async function pretendPreview(page: Page): Promise<void> {
  const preview = { title: `Preview ${TEXT}`, description: `About ${TEXT}`, image: null, url: LINK };
  await page.routeWebSocket('**/ws/chat/', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      const frame = JSON.parse(String(data));
      const add = (message: { message: string }) =>
        message.message.includes(LINK) ? { ...message, link_preview: preview } : message;
      if (frame.command === 'messages_payload') frame.messages = frame.messages.map(add);
      socket.send(JSON.stringify(frame));
    });
  });
}

interface Watched {
  /** What must not have happened. */
  readonly events: string[];
  readonly page: Page;
}

/** Notes code that runs, dialogs, and requests to the hostile host. */
async function watch(actor: Actor): Promise<Watched> {
  const events: string[] = [];
  await actor.page.exposeFunction('ran', () => events.push('code ran'));
  actor.page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  actor.context.on('request', (request) => {
    if (new URL(request.url()).hostname === HOST) events.push(request.url());
  });
  return { events, page: actor.page };
}

/** The texts stand on the page as they were written, and nothing of them became an element. */
async function expectHarmless({ page, events }: Watched, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.locator('[onerror], img[src="x"], a[href^="javascript:" i]')).toHaveCount(0);
  await expect(page.locator(`img[src*="${HOST}"]`)).toHaveCount(0);
  await expect(page.getByText('49', { exact: true })).toHaveCount(0);
  expect(events).toEqual([]);
}

/** What people read has lost its direction-changing characters. */
const expectDirection = (page: Page) => expect(page.locator('body')).not.toContainText('\u202E');

test('hostile texts appear as they were written', async ({ hub, actor, request }) => {
  const email = 'newcomer@example.org';
  const newcomer = await Writer.signUp(request, hub.url, email);
  const people = ['--mentor', ACCOUNTS.maya, '--mentee', email];
  const [pair = ''] = /[0-9a-f-]{36}/.exec(await hub.command('mentorship', 'create', ...people)) ?? [];
  await hub.command(
    'mentorship',
    'create',
    ...people,
    '--mentee',
    ACCOUNTS.tom,
    '--group',
    `Group ${MARKUP}`,
  );
  const open = (name: Name) => actor(name, hub);
  const maya = await open('maya');
  const watched = await watch(maya);
  await maya.openMessenger();
  const api = (path: string) => `${hub.url}/api/${path}`;
  const post = <T>(path: string, data: object) => newcomer.send<T>('POST', api(path), { data });

  // What the newcomer writes.
  await newcomer.send('PUT', api('v2/users/profile/'), { multipart: { bio: `Bio ${TEXT}` } });
  const channels = await newcomer.send<{ channelId: string; isGroup: boolean }[]>(
    'GET',
    api('v2/chat/channels/'),
  );
  const direct = channels.find(({ isGroup }) => !isGroup)?.channelId ?? '';
  const group = channels.find(({ isGroup }) => isGroup)?.channelId ?? '';
  const buffer = Buffer.from('x,y\n');
  const file = { name: `File ${MARKUP}.csv`, mimeType: 'text/csv', buffer };
  const uploaded = await newcomer.send<{ url: string; attachmentName: string }>(
    'POST',
    api(`v2/chat/${direct}/attachments/`),
    { multipart: { file } },
  );
  const attachments = [{ name: uploaded.attachmentName, type: 'text/csv', url: uploaded.url }];
  const [, , reported = ''] = await say(maya.page, newcomer.token, [
    { channel: direct, message: `Message ${TEXT}` },
    { channel: direct, message: `Reply ${TEXT}`, reply: true },
    { channel: direct, message: '', attachments },
    { channel: direct, message: `Link ${LINK}` },
    { channel: group, message: `Group message ${TEXT}` },
  ]);
  const event = {
    title: `Event ${MARKUP} [go](javascript:ran())`,
    description: `Place ${TEXT}`,
    isPairGroupCall: true,
  };
  const scheduledTime = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString();
  await post(`v1/mentorships/${pair}/calendar-events/`, { ...event, scheduledTime });
  type Listed = { id: string; title: string };
  const sessions = await newcomer.send<Listed[]>('GET', api(`v2/mentorships/sessions/?mentorship=${pair}`));
  const session = sessions.find(({ title }) => title === 'Getting to know each other')?.id ?? '';
  const mayas = await Writer.of(maya);
  for (const writer of [newcomer, mayas]) {
    await writer.send('POST', api('v2/mentorships/session-init/'), { data: { session } });
    for (const step of ['two-lists', 'same-and-different']) {
      await writer.send('POST', api('v2/learninghub/step-complete/'), { data: { session, step } });
    }
    const answers = {
      'think-or-talk': 'think-first',
      'feel-at-ease': ['laugh'],
      'ask-me-about': `Answer ${TEXT}`,
    };
    const quiz = { session, step: 'how-we-tick', quiz: 'getting-to-know-how-we-tick', answer_json: answers };
    await writer.send('POST', api('v3/learninghub/quiz/save-answer/'), {
      multipart: { data: JSON.stringify(quiz) },
    });
  }
  const report = { reason: 'other', details: `Details ${TEXT}`, stopContact: false };
  await mayas.send('POST', api('v2/chat/report/'), {
    data: { channelId: direct, msgId: reported, ...report },
  });

  // Maya reads it in the messenger, the mentorship, its session and its calendar.
  await pretendPreview(maya.page);
  const visible = [
    `Preview ${MARKUP}`,
    `About ${MARKUP}`,
    `Message ${MARKUP}`,
    `Reply ${MARKUP}`,
    uploaded.attachmentName,
  ];
  await maya.page.goto(`${hub.url}/chat/messenger`);
  await maya.page.getByRole('list', { name: 'Conversations' }).getByText(NAME).first().click();
  await expectHarmless(watched, NAME, `Group ${MARKUP}`, ...visible);
  await maya.page.getByRole('list', { name: 'Conversations' }).getByText(`Group ${MARKUP}`).first().click();
  await expectHarmless(watched, `Group message ${MARKUP}`);
  await expectDirection(maya.page);
  await maya.page.goto(`${hub.url}/mentorship?mentorship=${pair}`);
  await expectHarmless(watched, NAME, `Event ${MARKUP}`);
  const widget = maya.page.getByRole('region', { name: 'Messages' });
  await widget.getByRole('button', { name: /^Messages/ }).click();
  await expectHarmless(watched, `Group message ${MARKUP}`);
  await widget.getByRole('button', { name: /^Messages/ }).click();
  await maya.page.getByRole('button', { name: 'Open calendar' }).click();
  await expectHarmless(watched, `Event ${MARKUP}`);
  await maya.page.goto(`${hub.url}/mentorship/${session}/step/how-we-tick/quiz`);
  await expectHarmless(watched, `Answer ${MARKUP}`);
  await expectDirection(maya.page);

  // Staff read the report, and write a note.
  const sam = await open('sam');
  const team = await watch(sam);
  const staff = await Writer.of(sam);
  const cases = await staff.send<{ results: { id: string }[] }>('GET', api('staff/cases/'));
  const path = `staff/cases/${cases.results[0]?.id}/`;
  await staff.send('POST', api(`${path}conversation/`), { data: { reason: `Reason ${TEXT}` } });
  await staff.send('POST', api(path), { data: { outcome: 'other', resolution: `Note ${TEXT}` } });
  await sam.page.goto(`${hub.url}/staff/reports/${cases.results[0]?.id}`);
  await expectHarmless(team, `Details ${MARKUP}`, `Note ${MARKUP}`, NAME);
  await expectDirection(sam.page);
  await sam.page.goto(`${hub.url}/staff/reports?list=closed`);
  await expectHarmless(team, NAME);
  await sam.page.goto(`${hub.url}/staff/people`);
  await expectHarmless(team, NAME);
  await sam.page.goto(`${hub.url}/staff/audit`);
  await expectHarmless(team, `Reason ${MARKUP}`);
  await expectDirection(sam.page);

  // Leo reads about Kofi, who is proposed to him.
  const kofi = await Writer.of(await open('kofi'));
  await kofi.send('PUT', api('v2/users/profile/'), { multipart: { bio: `Bio ${TEXT}` } });
  const leo = await open('leo');
  const mentee = await watch(leo);
  await leo.page.goto(`${hub.url}/mentorship/matching`);
  await leo.page.getByRole('button', { name: 'Details about Kofi' }).click();
  await expectHarmless(mentee, `Bio ${MARKUP}`);
  await expectDirection(leo.page);
});
