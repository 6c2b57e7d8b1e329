import type { Locator, Page } from '@playwright/test';
import type { Name } from '../harness/accounts';
import { violations } from '../harness/axe';
import { Hub } from '../harness/hub';
import { clickAtEnd } from '../harness/layout';
import { scaled } from '../harness/machine';
import { test as base, expect } from '../harness/test';

/** A server with a cohort in the middle of its first round. */
const test = base.extend<{ hub: Hub; matching: (name: Name) => Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({}, ['--demo-cohort']);
    await use(hub);
    await hub.remove();
  },
  /** Signs a person in and opens their matching. */
  matching: async ({ hub, actor }, use) => {
    await use(async (name) => {
      const { page } = await actor(name, hub);
      await page.goto(`${hub.url}/mentorship/matching`);
      await expect(page.getByRole('heading', { level: 1, name: /welcome to matching$/ })).toBeVisible();
      return page;
    });
  },
});

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const toggle = (page: Page, name: string, value: 'Interested' | 'Not interested') =>
  card(page, name).getByRole('button', { name: value, exact: true });
const confirm = (page: Page) => page.getByRole('region', { name: 'Confirm your choices' });
const step = (page: Page) =>
  page.getByRole('list', { name: 'Steps of matching' }).locator('[aria-current="step"]');
const dialog = (page: Page, name?: RegExp | string) => page.getByRole('dialog', name ? { name } : {});
const namesOf = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

/** Says yes to these people and no to all others. */
async function decide(page: Page, ...yes: string[]): Promise<void> {
  for (const name of yes) await expect(card(page, name)).toBeVisible();
  for (const name of await namesOf(page)) {
    const button = toggle(page, name, yes.includes(name) ? 'Interested' : 'Not interested');
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
}

async function confirmChoices(page: Page): Promise<void> {
  await confirm(page).getByRole('button', { name: 'confirm choices' }).click();
}

/** At the top of the page: the bar above it covers parts of what is scrolled under it. */
async function expectClean(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await violations(page)).toEqual([]);
}

/** A page that is loaded again forgets the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);
const row = (parent: Locator, text: string) => parent.getByRole('listitem').filter({ hasText: text });

test('two mentors decide about three mentees at once', async ({ hub, matching }) => {
  test.setTimeout(scaled(120_000));
  const [lotte, nina, kofi] = [await matching('lotte'), await matching('nina'), await matching('kofi')];
  const steps = (page: Page) => page.getByRole('list', { name: 'Steps of matching' }).getByRole('listitem');
  await expect(lotte.getByRole('heading', { level: 1 })).toHaveText('Lotte, welcome to matching');
  await expect(steps(lotte)).toHaveText([/^Finding matches/, /^2?Potential matches/, /^3?Awaiting response/]);
  await expect(steps(kofi)).toHaveText([/Finding matches/, /Potential matches/]);
  await expect(step(kofi)).toContainText('Finding matches');
  await expectClean(kofi);
  await expect(step(lotte)).toContainText('Potential matches');
  await expectClean(lotte);

  // Lotte reads about Nina and decides; a choice is kept before it is confirmed.
  await card(lotte, 'Nina').getByRole('button', { name: 'Details about Nina' }).click();
  await expect(dialog(lotte, 'Nina').getByText('match', { exact: true }).first()).toBeVisible();
  await expect(row(dialog(lotte), 'English').locator('strong')).toHaveText('English');
  await expect(row(dialog(lotte), 'Arabic')).toBeVisible();
  await expect(row(dialog(lotte), 'Arabic').locator('strong')).toHaveCount(0);
  await expect(dialog(lotte)).toContainText('Nurse for eighteen years');
  await expectClean(lotte);
  await dialog(lotte).getByRole('button', { name: 'CLOSE' }).click();
  await expect(confirm(lotte).getByRole('button')).toHaveText('take action on all matches');
  await toggle(lotte, 'Nina', 'Interested').click();
  await expect(confirm(lotte)).toContainText(/decisions? left: .*Kofi/);
  await expect(confirm(lotte).getByRole('button')).toBeDisabled();
  await decide(lotte, 'Nina', 'Kofi');
  await lotte.reload();
  await expect(toggle(lotte, 'Nina', 'Interested')).toHaveAttribute('aria-pressed', 'true');
  await expect(confirm(lotte)).toContainText('All decided.');
  await confirmChoices(lotte);
  await expect(step(lotte)).toContainText('Awaiting response');
  const asked = lotte.getByRole('list', { name: 'Who you asked' });
  for (const name of ['Nina', 'Kofi']) await expect(row(asked, name)).toContainText('Answer by');
  await expectClean(lotte);

  // Both mentors see it at once. Leo asks Kofi, too.
  const leo = await matching('leo');
  await decide(leo, 'Kofi');
  await confirmChoices(leo);
  await expect(card(nina, 'Lotte')).toBeVisible();
  await expect(card(kofi, 'Leo')).toBeVisible();
  await expect(card(kofi, 'Lotte')).toContainText('auto expires in');
  await expect(kofi.getByText('You have room for 4 mentees.')).toBeVisible();
  await expectClean(kofi);

  // Nina takes Lotte while Kofi reads about her.
  await card(kofi, 'Lotte').getByRole('button', { name: 'Details about Lotte' }).click();
  await expect(dialog(kofi, 'Lotte')).toBeVisible();
  await Promise.all([mark(lotte), mark(kofi)]);
  await decide(nina, 'Lotte');
  await confirmChoices(nina);
  await Promise.all([
    expect(dialog(nina)).toContainText('Lotte Vermeer'),
    expect(dialog(lotte)).toContainText('Nina Haddad'),
    expect(card(kofi, 'Lotte')).toHaveCount(0, { timeout: scaled(1_000) }),
    dialog(kofi, /^Mentee Unavailable/)
      .getByRole('button', { name: 'Refresh Now' })
      .click(),
  ]);
  expect(await isMarked(lotte)).toBe(true);
  await expectClean(nina);
  await expect(card(kofi, 'Leo')).toBeVisible();
  await expect(dialog(kofi)).toHaveCount(0);
  expect([await isMarked(kofi), await namesOf(kofi)]).toEqual([false, ['Leo']]);

  // The pair has a mentorship and a channel.
  await dialog(lotte).getByRole('button', { name: 'Say hello' }).click();
  const conversation = lotte.getByRole('region', { name: 'Conversation with Nina Haddad' });
  await expect(conversation).toBeVisible();
  await lotte.goto(`${hub.url}/chat/messenger${new URL(lotte.url()).search}`);
  await expect(conversation).toBeVisible();
  // First words are offered; they are hers to change before they are sent.
  const first = conversation.getByRole('region', { name: 'A way to begin' });
  await first.getByRole('button', { name: /What made you become a mentor/ }).click();
  await expect(conversation.getByRole('textbox', { name: /^Message / })).toHaveValue(
    /What made you become a mentor/,
  );
  await dialog(nina).getByRole('button', { name: 'Go to your mentorship' }).click();
  await expect(nina.getByRole('region', { name: 'your mentee' })).toContainText('Lotte');
  await nina.goto(`${hub.url}/mentorship/matching`);

  // Bilal asks both. Nina is faster; Kofi's page does not know it yet.
  const bilal = await matching('bilal');
  await decide(bilal, 'Nina', 'Kofi');
  await confirmChoices(bilal);
  await decide(kofi, 'Bilal');
  await expect(confirm(kofi)).toContainText('All decided.');
  await kofi.route('**/get-match-list/**', () => {});
  await decide(nina, 'Bilal');
  await confirmChoices(nina);
  await expect(dialog(bilal)).toContainText('Nina Haddad');
  await mark(kofi);
  await confirmChoices(kofi);
  await expect(dialog(kofi, /^Mentee Unavailable/)).toContainText(/reloads in [345] seconds/);
  await kofi.unroute('**/get-match-list/**');
  await kofi.keyboard.press('Escape');
  await expect(dialog(kofi)).toBeVisible();
  await kofi.waitForEvent('load');
  await expect(toggle(kofi, 'Leo', 'Not interested')).toHaveAttribute('aria-pressed', 'true');
  expect(await namesOf(kofi)).toEqual(['Leo']);

  // Leo is left over.
  await expect(step(leo)).toContainText('Awaiting response');
  await confirmChoices(kofi);
  await expect(step(kofi)).toContainText('Finding matches');
  await expect(step(leo)).toContainText('Finding matches');
  await expectClean(leo);
  await leo.getByRole('button', { name: 'view matching history' }).click();
  await expect(dialog(leo).getByRole('heading', { level: 3 })).toHaveText(['Today']);
  await expect(row(dialog(leo), 'Kofi')).toContainText('It was not a match this time.');
  await expect(row(dialog(leo), 'Omar')).toContainText('You were not interested.');
  await expectClean(leo);
});

test('mentor fills a group until it starts', async ({ matching }) => {
  test.setTimeout(scaled(90_000));
  const [omar, selma, emre] = [await matching('omar'), await matching('selma'), await matching('emre')];
  const group = omar.getByRole('region', { name: 'Your group' });
  await expect(group.getByText('Available spot for mentee')).toHaveCount(2);
  await expect(group.getByRole('button')).toHaveText([/Selma/, /Theo/]);
  await expect(omar.getByRole('region', { name: 'Mentorship group needs' })).toContainText('Languages');
  await expectClean(omar);
  await expect(step(emre)).toContainText('Awaiting response');
  await expect(selma.getByRole('heading', { name: 'Your group so far' })).toBeVisible();
  await expect(selma.getByRole('region', { name: 'Your group so far' })).toContainText('OmarMentor');
  await expectClean(selma);

  // A candidate who shares times with Leo. Emre clashes at once; the mentor need not decline him.
  const others = (await namesOf(omar)).filter((name) => name !== 'Emre');
  const early = omar.getByRole('article').filter({ hasText: 'in the early evening' });
  const inEvenings = await early.getByRole('heading').allTextContents();
  const chosen = others.find((name) => inEvenings.includes(name)) ?? '';
  await toggle(omar, chosen, 'Interested').click();
  await expect(card(omar, 'Emre')).toContainText('Clashing criteria');
  await expect(toggle(omar, 'Emre', 'Interested')).toHaveAttribute('aria-disabled', 'true');
  await expect(group.getByText('Available spot for mentee')).toHaveCount(1);
  await expectClean(omar);
  for (const name of others.filter((one) => one !== chosen)) {
    const no = toggle(omar, name, 'Not interested');
    await no.click();
    await expect(no).toHaveAttribute('aria-pressed', 'true');
  }
  await confirmChoices(omar);

  // The group waits for one more: for its mentor and its members, without a reload. Emre is back.
  for (const page of [omar, selma]) {
    const hold = page.getByRole('region', { name: 'Your group so far' });
    await expect(row(hold, chosen)).toBeVisible();
    await expect(hold).toContainText('1 spot is open.');
    await expect(hold).toContainText(/Starts in .* at the latest/);
  }
  await expect(step(emre)).toContainText('Finding matches');
  await emre.getByRole('button', { name: 'view matching history' }).click();
  await expect(row(dialog(emre), 'Omar')).toContainText('Does not fit the needs of the group.');
  await expectClean(emre);
  await expectClean(omar);

  // Leo takes the last place, and all of them have a mentorship at once.
  const leo = await matching('leo');
  await card(leo, 'Omar').getByRole('button', { name: 'Details about Omar' }).click();
  await expect(dialog(leo)).toContainText('In a group of up to 4 mentees.');
  await dialog(leo).getByRole('button', { name: 'CLOSE' }).click();
  await decide(leo, 'Omar');
  await confirmChoices(leo);
  await expect(card(omar, 'Leo')).toBeVisible();
  await decide(omar, 'Leo');
  await expect(confirm(omar)).toContainText('All decided.');
  await mark(selma);
  await confirmChoices(omar);
  await expect(dialog(omar)).toContainText('Leo Brandt');
  await expect(dialog(leo)).toContainText('Omar Petersen');
  await expect(dialog(selma)).toContainText('Leo Brandt');
  expect(await isMarked(selma)).toBe(true);
  await expectClean(selma);
  await dialog(leo).getByRole('button', { name: 'Say hello' }).click();
  await expect(leo.getByRole('region', { name: /^Conversation with / })).toBeVisible();
});

test('confirm takes clicks at the end of the page at all widths', async ({ matching }) => {
  const widths = { lotte: 390, leo: 1024, bilal: 1280, nina: 1366 } as const;
  for (const name of Object.keys(widths) as (keyof typeof widths)[]) {
    const page = await matching(name);
    await page.setViewportSize({ width: widths[name], height: 768 });
    const button = confirm(page).getByRole('button');
    await expect(button).toBeVisible();
    // Nina has something to decide once Lotte asks her.
    await (name === 'lotte' ? decide(page, 'Nina') : decide(page));
    await clickAtEnd(page, button);
    await expect(button).toHaveCount(0);
  }
});
