import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { ACCOUNTS, type Name, PASSWORD } from './accounts';
import { recordAnnouncements } from './announcements';
import { LIKE_A_BROWSER } from './http';
import { recordConnections } from './peer-connections';

/** Channel names of the demo world, as each person sees them. */
export const CIRCLE = 'Tuesday circle';
export const MAYA = 'Maya Okafor';
export const TOM = 'Tom Rivera';

/** The code that the authenticator app of a member of staff shows. */
export async function appCode({ request }: BrowserContext, name: Name, server = ''): Promise<string> {
  const answer = await request.get(`${server}/api/dev/second-factors/`, LIKE_A_BROWSER);
  const codes: { email: string; code: string }[] = await answer.json();
  return codes.find(({ email }) => email === ACCOUNTS[name])?.code ?? '';
}

/** The second step of the sign-in of staff. Each code counts once: a further sign-in waits for the next. */
async function enterCode(context: BrowserContext, name: Name, ticket: string): Promise<void> {
  const enter = async () => {
    const data = { ticket, code: await appCode(context, name) };
    return (await context.request.post('/api/v2/users/second-factor/sign-in/', { data })).status();
  };
  // Wrong codes are counted: few attempts.
  await expect.poll(enter, { intervals: [10_000], timeout: 60_000 }).toBe(200);
}

/** A person with a browser context. */
export class Actor {
  readonly name: Name;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and content security policy violations; each test asserts that there are none. */
  readonly pageErrors: string[] = [];

  private constructor(name: Name, context: BrowserContext, page: Page) {
    this.name = name;
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.pageErrors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.pageErrors.push(message.text());
    });
  }

  /** Signs in over HTTP; the sign-in page has tests of its own. */
  static async signIn(browser: Browser, server: { url: string }, name: Name): Promise<Actor> {
    const context = await browser.newContext({ baseURL: server.url });
    await recordConnections(context);
    await recordAnnouncements(context);
    const answer = await context.request.post('/api/v2/users/sign-in/', {
      data: { email: ACCOUNTS[name], password: PASSWORD },
    });
    if (answer.status() === 202) await enterCode(context, name, (await answer.json()).ticket);
    else expect(answer.status(), await answer.text()).toBe(200);
    return new Actor(name, context, await context.newPage());
  }

  /** Opens the full-screen messenger. */
  async openMessenger(): Promise<void> {
    await this.page.goto('/chat/messenger');
  }

  /** Opens the full-screen messenger with a channel, ready to type. */
  async openConversation(name: string): Promise<void> {
    await this.openMessenger();
    await this.choose(name);
  }

  async choose(name: string): Promise<void> {
    await this.channel(name).click();
    await expect(this.page.getByRole('region', { name: `Conversation with ${name}` })).toBeVisible();
    await expect(this.composer).toBeVisible();
    await expect(this.page.getByRole('article').last()).toBeVisible();
  }

  channel(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** Scrolls to the end of the list, where messages count as read. */
  async scrollToNewest(): Promise<void> {
    await this.page.getByRole('group', { name: /^Messages with/ }).hover();
    await this.page.mouse.wheel(0, 100_000);
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: /^Message / });
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** People that the composer suggests to mention. */
  get suggestions(): Locator {
    return this.page.getByRole('listbox', { name: 'People to mention' }).getByRole('option');
  }

  /** Messages on the screen with this text, pending or sent. */
  message(text: string): Locator {
    return this.page.getByRole('article', { name: text });
  }

  /** Messages with this text that the server has confirmed. */
  sent(text: string): Locator {
    return this.message(text).filter({ hasNot: this.page.getByRole('img', { name: 'Sending' }) });
  }

  /** Returns the displayed messages in order: text, and whether they are confirmed. */
  async shown(prefix: string): Promise<{ text: string; isSent: boolean }[]> {
    const labels = await this.page
      .getByRole('article')
      .evaluateAll((articles) => articles.map((article) => article.getAttribute('aria-label') ?? ''));
    return labels.flatMap((label) => {
      const text = label.slice(label.lastIndexOf(': ') + 2);
      return text.startsWith(prefix) ? [{ text, isSent: !label.includes(', Sending: ') }] : [];
    });
  }
}
