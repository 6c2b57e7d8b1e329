import { expect, type Page } from '@playwright/test';
import { sentMails } from './http';

/** A person without an account during sign-up. */
export class Newcomer {
  readonly page: Page;
  readonly url: string;
  readonly email: string;
  readonly password = 'Over-the-hill-7';

  constructor(page: Page, { url }: { url: string }, email = 'lena@example.org') {
    this.page = page;
    this.url = url;
    this.email = email;
  }

  /** Waits for the newest mail to this person and returns its code. */
  async code(): Promise<string> {
    let code: string | null | undefined;
    const look = async () => {
      const mails = await sentMails(this.page.request, this.url);
      code = mails.find(({ to }) => to === this.email)?.code;
      return code;
    };
    await expect.poll(look).toBeTruthy();
    return code ?? '';
  }

  async askForCode(): Promise<void> {
    await this.page.goto(`${this.url}/emailverify`);
    await this.page.getByRole('textbox', { name: 'Email' }).fill(this.email);
    await this.page.getByRole('button', { name: 'Send OTP' }).click();
    await expect(this.page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  }

  /** The last character submits it. */
  async typeCode(code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: /^6-/ }).fill(code);
  }

  async choosePassword(password = this.password): Promise<void> {
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Confirm password').fill(password);
    await this.page.getByRole('button', { name: 'Submit' }).click();
  }

  /** Goes to the first profile page. */
  async proveAddress(): Promise<void> {
    await this.askForCode();
    await this.typeCode(await this.code());
    await this.choosePassword();
    await expect(this.page).toHaveURL(/\/signup$/);
  }

  async chooseRole(role: 'Mentee' | 'Mentor'): Promise<void> {
    await this.page.getByRole('radio', { name: role }).check();
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  async accept(): Promise<void> {
    await this.page.getByRole('checkbox', { name: 'I accept' }).check();
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  /** Goes to the last profile page. */
  async reachDetails(role: 'Mentee' | 'Mentor'): Promise<void> {
    await this.proveAddress();
    await this.chooseRole(role);
    await this.accept();
  }

  async fillInDetails(): Promise<void> {
    await this.page.getByLabel('First name').fill('Lena');
    await this.page.getByLabel('Last name').fill('Vogt');
    await this.page.getByLabel('Phone number').fill('+49 151 2345678');
  }

  async createAccount(): Promise<void> {
    await this.page.getByRole('button', { name: 'Create account' }).click();
  }
}
