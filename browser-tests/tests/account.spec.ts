import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { scaled } from '../harness/machine';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

const dialog = {
  profile: 'My Profile',
  notifications: 'Notifications',
  security: 'Security',
  data: 'My data',
};

test('profile picture is saved and visible to others', async ({ tom, maya }) => {
  const { page } = maya;
  await tom.openMessenger();
  await expect(tom.channel(MAYA)).toBeVisible();
  await expect(tom.channel(MAYA).locator('img')).toHaveCount(0);

  await page.goto('/chat');
  await page.getByRole('button', { name: 'Account of Maya' }).click();
  await page.getByRole('button', { name: dialog.profile }).click();
  const form = page.getByRole('dialog', { name: dialog.profile });
  await expect(form.getByLabel('Full name')).toHaveAttribute('readonly', '');
  await form.getByLabel('About me').fill('I build bridges.');
  await form.getByLabel('Phone number').fill('call me');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Phone number').fill('+44 20 7946 0958');

  await form.getByTestId('picture').setInputFiles(picture('me.png', 640, 320));
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  await crop.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('ArrowRight');
  await crop.getByRole('button', { name: 'Use this part' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account of Maya' }).locator('img')).toBeVisible();

  const shown = tom.channel(MAYA).locator('img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto('/learninghub?dialog=profile');
  await expect(form.getByLabel('About me')).toHaveValue('I build bridges.');
  await expect(form.getByLabel('Phone number')).toHaveValue('+442079460958');
  await form.getByRole('button', { name: 'Remove' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(tom.channel(MAYA).locator('img')).toHaveCount(0);
});

test('photo of any size is shrunk in page', async ({ maya: { page } }) => {
  await page.goto('/learninghub?dialog=profile');
  const form = page.getByRole('dialog', { name: dialog.profile });
  const input = form.getByTestId('picture');
  await input.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await expect(form.getByRole('alert')).toContainText('File selected is a not an image file.');
  // Decoders ignore what follows the picture.
  const photo = picture('photo.png', 2600, 2400);
  await input.setInputFiles({
    ...photo,
    buffer: Buffer.concat([photo.buffer, Buffer.alloc(3 * 1024 * 1024)]),
  });
  await page.getByRole('button', { name: 'Use this part' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account of Maya' }).locator('img')).toBeVisible();
});

test('closing with unsaved changes asks for confirmation', async ({ maya: { page, context } }) => {
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Account of Maya' }).click();
  await page.getByRole('button', { name: dialog.profile }).click();
  const form = page.getByRole('dialog', { name: dialog.profile });
  await form.getByLabel('About me').fill('Half a sentence');
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await expect(form.getByText('You have unsaved changes.')).toBeVisible();
  await form.getByRole('button', { name: 'Keep editing' }).click();

  await context.setOffline(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('We cannot reach Mentor Hub.');
  await expect(form.getByLabel('About me')).toHaveValue('Half a sentence');
  await context.setOffline(false);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
});

test('other sessions are seen and ended', async ({ maya, actor, hub }) => {
  const phone = await actor('maya', hub);
  await phone.openConversation(CIRCLE);
  await maya.page.goto('/learninghub?dialog=security');
  const security = maya.page.getByRole('dialog', { name: dialog.security });
  await expect(security.getByText('This device')).toHaveCount(1);
  await security.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(phone.page).toHaveURL(/\/signin/, { timeout: scaled(2_000) });
  await expect(security.getByRole('listitem').filter({ hasText: 'Last used' })).toHaveCount(0);
  await maya.page.reload();
  await expect(security).toBeVisible();
});

test('a new password ends the other sessions', async ({ maya, actor, hub }) => {
  const phone = await actor('maya', hub);
  await phone.openConversation(CIRCLE);
  await maya.page.goto('/learninghub?dialog=security');
  const security = maya.page.getByRole('dialog', { name: dialog.security });
  const button = security.getByRole('button', { name: 'Change password' });
  await button.press('Enter');
  const current = security.getByRole('textbox', { name: 'Current password' });
  const fresh = security.getByRole('textbox', { name: 'New password' });
  await expect(current).toBeFocused();
  await expect(fresh).toHaveAccessibleDescription(/Missing: At least 8 characters.*A special character/);
  await fresh.fill('Another-hub-2');
  await expect(fresh).toHaveAccessibleDescription(/Done: At least 8 characters/);
  await security.getByRole('textbox', { name: 'Confirm password' }).fill('Another-hub-2');
  // Client-side validation must come first: a request would count as a failed attempt.
  await button.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription('Enter your current password');
  await current.fill('Mentor-hub-9');
  await button.click();
  await expect(current).toHaveAccessibleDescription('This is not your current password.');
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await expect(current).toBeFocused();
  // Password managers expect the user name first, then both password fields.
  const kinds = await security
    .locator('form input')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
  expect(kinds).toEqual(['username', 'current-password', 'new-password', 'new-password']);
  expect(await violations(maya.page)).toEqual([]);
  await current.fill('Mentor-hub-1');
  await button.click();
  await expect(phone.page).toHaveURL(/\/signin/, { timeout: scaled(2_000) });
  await expect(button).toBeFocused();
});

test('chosen language follows account and ends with it', async ({ maya, actor, hub }) => {
  const { page } = maya;
  await page.goto('/chat');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('button', { name: /Maya/ }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const other = await actor('maya', hub);
  await other.page.goto('/chat');
  await expect(other.page.locator('html')).toHaveAttribute('lang', 'de');
  await other.page.getByRole('button', { name: /Maya/ }).first().click();
  await other.page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(other.page).toHaveURL(/\/signin/);
  await expect(other.page.locator('html')).toHaveAttribute('lang', 'en');
});

test('language chosen offline or while leaving is stored', async ({ maya, actor, hub }) => {
  const { page } = maya;
  await page.goto('/chat');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.goto('/chat/messenger');
  await expect(page.getByRole('button', { name: TOM })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.goto('/chat');
  await page.route('**/primary_language/**', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.unroute('**/primary_language/**');
  const response = page.waitForResponse('**/primary_language/ar/');
  await page.reload();
  await response;
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const other = await actor('maya', hub);
  await other.page.goto('/chat');
  await expect(other.page.locator('html')).toHaveAttribute('lang', 'ar');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${colorScheme}, ${viewport.width}`, () => {
      test.use({ colorScheme, viewport });
      test('the dialogs are free of barriers', async ({ maya: { page } }) => {
        for (const name of ['profile', 'notifications', 'security', 'data'] as const) {
          await page.goto(`/learninghub?dialog=${name}`);
          await expect(page.getByRole('dialog', { name: dialog[name] })).toBeVisible();
          if (name === 'notifications')
            await expect(page.getByText('Quiet hours', { exact: true })).toBeVisible();
          if (name === 'data') await expect(page.getByText('What would you like?')).toBeVisible();
          if (name === 'security') await expect(page.getByText('This device')).toBeVisible();
          expect(await violations(page)).toEqual([]);
        }
      });
    });
  }
}
