import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { ACCOUNTS, type Name, PASSWORD } from './accounts';

/** The names of the demo world's conversations, as each person sees them. */
export const CIRCLE = 'Tuesday circle';
export const MAYA = 'Maya Okafor';
export const TOM = 'Tom Rivera';

/** One person at one browser. */
export class Actor {
  readonly name: Name;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and refusals of the content security policy; each test ends with a look at them. */
  readonly troubles: string[] = [];

  private constructor(name: Name, context: BrowserContext, page: Page) {
    this.name = name;
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.troubles.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.troubles.push(message.text());
    });
  }

  /** The sign-in page has tests of its own: here the session is simply there. */
  static async signIn(browser: Browser, server: { url: string }, name: Name): Promise<Actor> {
    const context = await browser.newContext({ baseURL: server.url });
    const answer = await context.request.post('/api/v2/users/sign-in/', {
      data: { email: ACCOUNTS[name], password: PASSWORD },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return new Actor(name, context, await context.newPage());
  }

  /** The full-screen messenger. */
  async openMessenger(): Promise<void> {
    await this.page.goto('/chat/messenger');
  }

  /** The full-screen messenger with a conversation, ready to write. */
  async openConversation(name: string): Promise<void> {
    await this.openMessenger();
    await this.choose(name);
  }

  async choose(name: string): Promise<void> {
    await this.channel(name).click();
    await expect(this.composer).toBeVisible();
    await expect(this.page.getByRole('article').last()).toBeVisible();
  }

  channel(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** To the end of the list, where reading counts. */
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

  /** Whom the composer offers to mention. */
  get suggestions(): Locator {
    return this.page.getByRole('listbox', { name: 'People to mention' }).getByRole('option');
  }

  /** Every message on the screen with this text, on its way or arrived. */
  message(text: string): Locator {
    return this.page.getByRole('article', { name: text });
  }

  /** The same, once the server has it. */
  sent(text: string): Locator {
    return this.message(text).filter({ hasNot: this.page.getByRole('img', { name: 'Sending' }) });
  }

  /** What the list shows at this moment, in order: text, and whether the server is said to have it. */
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
