import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const PHONE = { width: 390, height: 844 };
const SCENARIOS = [
  'potential',
  'mentor',
  'group',
  'mentee-in-group',
  'finding',
  'expired',
  'full',
  'awaiting',
  'hold',
  'congratulations-group',
  'paused',
  'join',
  'missing',
  'loading',
  'no-texts',
] as const;

type Scenario = (typeof SCENARIOS)[number] | 'congratulations';

/** The matching page over samples. */
async function open(page: Page, hub: { url: string }, scenario: Scenario, search = ''): Promise<void> {
  await page.goto(`${hub.url}/dev/matching?scenario=${scenario}${search}`);
  await expect(
    page.getByRole('heading', { level: 1, name: /welcome to matching$|willkommen|مرحبًا/ }),
  ).toBeAttached();
}

const card = (page: Page, name: string) => page.getByRole('article', { name });
const choose = (page: Page, name: string, value: 'Interested' | 'Not interested') =>
  card(page, name).getByRole('button', { name: value, exact: true }).click();

test('mentee decides, confirms, waits and takes a yes back', async ({ page, hub }) => {
  await open(page, hub, 'potential');
  await expect(page.getByRole('listitem').filter({ hasText: 'Potential matches' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(page.getByText('auto expires in')).toContainText('2 days 3 hours');
  const confirm = page.getByRole('region', { name: 'Confirm your choices' });
  await expect(confirm.getByRole('button')).toHaveText('take action on all matches');
  await choose(page, 'Nina Okafor', 'Interested');
  await choose(page, 'Joel', 'Interested');
  await expect(confirm.getByText('One decision left: Carla Maria de Souza.')).toBeVisible();
  await expect(confirm.getByRole('button')).toBeDisabled();
  await choose(page, 'Carla Maria de Souza', 'Not interested');
  await confirm.getByRole('button', { name: 'confirm choices' }).click();

  await expect(page.getByRole('heading', { name: 'Now they decide' })).toBeFocused();
  const nina = page.getByRole('listitem').filter({ hasText: 'Nina Okafor' });
  await expect(nina).toContainText('Asked now');
  await nina.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(nina).toContainText('You were not interested.');
});

test('group of a mentor shows spots, needs and clashes live', async ({ page, hub }) => {
  await open(page, hub, 'group');
  const group = page.getByRole('region', { name: 'Your group' });
  await expect(group.getByText('available spot for mentee')).toHaveCount(2);
  await expect(card(page, 'Ida').getByText('Clashing criteria')).toBeVisible();
  await choose(page, 'Samir', 'Interested');
  await expect(group.getByText('available spot for mentee')).toHaveCount(1);
  await expect(card(page, 'Mina').getByText('Languages').last()).toBeVisible();
  await group.getByRole('button', { name: /Yara/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'Yara' }).getByText('In a group of up to 4 mentees.'),
  ).toBeVisible();
});

test('back closes a dialog and a link opens one', async ({ page, hub }) => {
  await open(page, hub, 'potential');
  await card(page, 'Nina Okafor')
    .getByRole('button', { name: /^read more/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('how to say no');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await card(page, 'Nina Okafor').getByRole('button', { name: 'Details about Nina Okafor' }).click();
  await expect(dialog.getByText('match', { exact: true })).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(
    card(page, 'Nina Okafor').getByRole('button', { name: 'Details about Nina Okafor' }),
  ).toBeFocused();

  await open(page, hub, 'potential', '&open=history');
  await expect(page.getByRole('dialog', { name: 'Matching history' })).toContainText('Waiting for you');
  await dialog.getByRole('button', { name: 'CLOSE' }).click();
  await expect(page).toHaveURL(/scenario=potential$/);
});

test('refused choice is taken back with its reason', async ({ page, hub }) => {
  await open(page, hub, 'potential', '&answers=refuses');
  await choose(page, 'Joel', 'Interested');
  await expect(page.getByText('Your choice was not saved: This suggestion is no longer open.')).toBeVisible();
  await expect(card(page, 'Joel').getByRole('button', { name: 'Interested', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('unavailable mentee reloads the page by itself', async ({ page, hub }) => {
  await open(page, hub, 'mentor', '&answers=unavailable');
  await choose(page, 'Leo', 'Interested');
  await choose(page, 'Mina', 'Not interested');
  await choose(page, 'Samir', 'Not interested');
  await page.getByRole('button', { name: 'confirm choices' }).click();
  const dialog = page.getByRole('dialog', { name: /^Mentee Unavailable/ });
  await expect(dialog.getByRole('button', { name: 'Refresh Now' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.waitForEvent('load');
  await expect(dialog).toHaveCount(0);
});

test('expired match is grey and says why', async ({ page, hub }) => {
  await open(page, hub, 'mentor');
  await expect(card(page, 'Ida')).toContainText('Expired: the time to decide is over.');
  await expect(card(page, 'Ida')).toHaveCSS('filter', 'grayscale(1)');
  await expect(card(page, 'Ida').getByRole('button', { name: 'Interested' })).toHaveCount(0);
  await expect(card(page, 'Leo')).toHaveCSS('filter', 'none');
});

test('congratulation leads to the mentorship', async ({ page, hub }) => {
  await open(page, hub, 'congratulations');
  const dialog = page.getByRole('dialog', { name: /^It’s a match! You and Nina Okafor/ });
  await dialog.getByRole('button', { name: 'Go to your mentorship' }).click();
  await expect(page).toHaveURL(/redirectUri=%2Fmentorship%3Fmentorship%3Dm1/);
});

test('person leaves matching and joins again', async ({ page, hub }) => {
  await open(page, hub, 'finding');
  await page.getByRole('button', { name: 'Leave matching' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave matching?' });
  await dialog.getByLabel('Why? (optional)').fill('Exams');
  await dialog.getByRole('button', { name: 'Leave matching' }).click();
  await page.getByRole('button', { name: 'Join matching' }).click();
  await expect(page.getByRole('heading', { name: 'We are finding your people' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'de', 'ar'] as const) {
    test.describe(`${colorScheme}, ${language}`, () => {
      test.use({ colorScheme, viewport: PHONE, contextOptions: { reducedMotion: 'reduce' } });

      test('screens have no accessibility violation and no overflow', async ({ page, hub }) => {
        await open(page, hub, 'finding');
        await page.getByRole('banner').getByRole('combobox').last().selectOption(language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        for (const scenario of SCENARIOS) {
          await open(page, hub, scenario);
          expect(await violations(page), scenario).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, scenario).toBe(0);
        }
        for (const dialog of ['history', 'info:nina', 'leave'] as const) {
          await open(page, hub, 'potential', `&open=${dialog}`);
          await expect(page.getByRole('dialog')).toBeVisible();
          expect(await violations(page), dialog).toEqual([]);
        }
      });
    });
  }
}
