import type { Locator, Page } from '@playwright/test';
import { type Actor, MAYA, TOM } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import { violations } from '../harness/axe';
import { expectNoOverflow } from '../harness/layout';
import { scaled } from '../harness/machine';
import { picture, textFile } from '../harness/picture';
import { expect, test } from '../harness/test';

type SentFile = ReturnType<typeof picture>;

const UPLOADS = '**/api/v2/chat/*/attachments/';
const MUG = picture('The mug with the chipped handle.png', 640, 320);
const DESK = picture('desk.png', 300, 400);

const chooser = (page: Page) => page.getByLabel('Choose a file');
const chip = (page: Page) => page.getByRole('region', { name: 'Selected file' });
const opener = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` });
const preview = (page: Page) => page.getByRole('dialog', { name: /^Preview of / });

/** Passes files to the page like a clipboard or a drag. */
const carried = (page: Page, file: SentFile) =>
  page.evaluateHandle(
    ({ name, type, data }) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { name: file.name, type: file.mimeType, data: file.buffer.toString('base64') },
  );

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

async function sendFile(person: Actor, file: SentFile, text: string): Promise<void> {
  await chooser(person.page).setInputFiles(file);
  await expect(chip(person.page)).toBeVisible();
  await person.send(text);
  await expect(person.sent(text)).toHaveCount(1);
}

/** Delays uploads until the test releases them. */
async function holdUploads(page: Page): Promise<{ asked(): Promise<void>; release(): void }> {
  const held: (() => void)[] = [];
  let arrived = () => {};
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route(UPLOADS, async (route) => {
    arrived();
    await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => {});
  });
  return {
    asked: () => first,
    release: () => {
      for (const go of held.splice(0)) go();
    },
  };
}

test('picture upload warns, sends and keeps its size', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  const asked = maya.page.waitForEvent('filechooser');
  await maya.page.getByRole('button', { name: 'Attach a file' }).click();
  await (await asked).setFiles(MUG);
  await expect(chip(maya.page)).toContainText('The mug with the chipped handle.png');
  await expect(maya.page.getByText('Files sent cannot be deleted. Verify before sending')).toBeVisible();
  await maya.page.getByRole('button', { name: 'Send' }).click();
  await expect(chip(maya.page)).toHaveCount(0);
  const mine = opener(maya.page, MUG.name);
  await expect(mine).toBeVisible();
  await expect(maya.composer).toBeFocused();

  const theirs = opener(tom.page, MUG.name);
  await expect(theirs).toBeVisible();
  const box = await theirs.boundingBox();
  expect([box?.width, box?.height]).toEqual([320, 160]);
  await isDrawn(theirs.locator('img'));
  expect(await theirs.boundingBox()).toMatchObject({ width: 320, height: 160 });
});

test('a picture by paste and by drop', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await maya.composer.fill('From the clipboard');
  await maya.composer.evaluate(
    (field, clipboardData) =>
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    await carried(maya.page, { ...MUG, name: 'image.png' }),
  );
  await expect(chip(maya.page)).toContainText(/Image \d+/);
  await expect(maya.composer).toHaveValue('From the clipboard');
  await maya.composer.press('Enter');
  await expect(maya.sent('From the clipboard')).toHaveCount(1);

  const window = maya.page.getByRole('region', { name: `Conversation with ${TOM}` });
  const dataTransfer = await carried(maya.page, DESK);
  await window.dispatchEvent('dragenter', { dataTransfer });
  await expect(maya.page.getByText('Drop files here to send them')).toBeVisible();
  await window.dispatchEvent('drop', { dataTransfer });
  await expect(maya.page.getByText('Drop files here to send them')).toHaveCount(0);
  await expect(chip(maya.page)).toContainText('desk.png');
  await maya.send('From the desktop');
  await expect(maya.sent('From the desktop')).toHaveCount(1);

  await tom.openConversation(MAYA);
  await isDrawn(tom.message('From the clipboard').locator('img'));
  await isDrawn(tom.message('From the desktop').locator('img'));
});

test('rejected file shows an error and keeps text', async ({ maya }) => {
  await maya.openConversation(TOM);
  await maya.composer.fill('My notes, as promised');
  await chooser(maya.page).setInputFiles({ ...textFile('notes.exe', 10) });
  await expect(maya.page.getByRole('alert')).toHaveText(
    'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic. Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx',
  );
  await chooser(maya.page).setInputFiles(textFile('notes.txt', 5_242_881));
  await expect(maya.page.getByRole('alert')).toHaveText('Files with more than 5 MB are not allowed.');
  await expect(maya.composer).toHaveValue('My notes, as promised');
  await expect(chip(maya.page)).toHaveCount(0);

  // The name claims a picture, the content does not match: the server rejects it.
  await chooser(maya.page).setInputFiles({ ...textFile('notes.png', 200), mimeType: 'image/png' });
  await expect(chip(maya.page)).toContainText('This file is damaged or has the wrong type.');
  await maya.composer.press('Enter');
  await expect(maya.composer).toHaveValue('My notes, as promised');
  await maya.page.getByRole('button', { name: 'Remove notes.png' }).click();
  await chooser(maya.page).setInputFiles(textFile('notes.txt', 400));
  await maya.composer.press('Enter');
  await expect(maya.sent('My notes, as promised, notes.txt')).toHaveCount(1);
  await expect(maya.page.getByRole('link', { name: 'Download notes.txt' })).toBeVisible();
});

test('upload shows progress and can be cancelled', async ({ maya }) => {
  await maya.openConversation(TOM);
  const uploads = await holdUploads(maya.page);
  await chooser(maya.page).setInputFiles(MUG);
  await uploads.asked();
  await expect(chip(maya.page).getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  const ended = maya.page.waitForEvent('requestfailed', (request) => request.url().includes('/attachments/'));
  await maya.page.getByRole('button', { name: `Remove ${MUG.name}` }).click();
  await ended;
  uploads.release();
  await expect(chip(maya.page)).toHaveCount(0);
  await expect(maya.page.getByRole('button', { name: 'Send' })).toBeHidden();
});

test('message waits for its file while others pass', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  const uploads = await holdUploads(maya.page);
  await chooser(maya.page).setInputFiles(MUG);
  await maya.send('Here it comes');
  await expect(maya.message('Here it comes').getByRole('progressbar')).toBeVisible();
  await maya.send('It takes a while');
  await expect(maya.sent('It takes a while')).toHaveCount(1);
  await expect(maya.sent('Here it comes')).toHaveCount(0);
  uploads.release();
  await expect(maya.sent('Here it comes')).toHaveCount(1);
  await tom.openConversation(MAYA);
  await expect(tom.message('Here it comes')).toHaveCount(1);
});

test('file is sent once after a connection loss', async ({ cable, actor, tom }) => {
  const maya = await actor('maya', cable);
  await maya.openConversation(TOM);
  cable.cut();
  await chooser(maya.page).setInputFiles(MUG);
  await expect(chip(maya.page)).toContainText('Waiting for the connection');
  await maya.channel('Tuesday circle').click();
  await expect(chip(maya.page)).toHaveCount(0);
  await maya.channel(TOM).click();
  await expect(chip(maya.page)).toContainText('The mug with');
  await maya.send('From the tunnel');
  await expect(maya.message('From the tunnel')).toHaveCount(1);
  cable.plug();
  await expect(maya.sent('From the tunnel')).toHaveCount(1, { timeout: scaled(40_000) });
  await tom.openConversation(MAYA);
  await expect(tom.message('From the tunnel')).toHaveCount(1);
  await isDrawn(tom.message('From the tunnel').locator('img'));
});

test('rejected upload can be retried from the list', async ({ maya }) => {
  await maya.openConversation(TOM);
  let refusals = 1;
  await maya.page.route(UPLOADS, (route) =>
    refusals-- > 0
      ? route.fulfill({ status: 403, json: { code: 'not_active_member', message: 'No.' } })
      : route.continue(),
  );
  await chooser(maya.page).setInputFiles(MUG);
  await expect(chip(maya.page)).toContainText('You cannot write in this conversation');
  await chip(maya.page).getByRole('button', { name: 'Try again' }).click();
  await maya.send('Second try');
  await expect(maya.sent('Second try')).toHaveCount(1);
});

test('damaged file cannot be resent but replaced', async ({ maya }) => {
  await maya.openConversation(TOM);
  const { page } = maya;
  // The server rejects the file only when the message is sent.
  let answer = () => {};
  const isAsked = new Promise<void>((asked) => {
    answer = asked;
  });
  await page.route(UPLOADS, async (route) => {
    await isAsked;
    await route.continue();
  });
  await chooser(page).setInputFiles({ ...textFile('notes.png', 200), mimeType: 'image/png' });
  await maya.send('See this');
  answer();
  const message = page.getByRole('article', { name: 'See this' });
  await expect(message).toContainText('Please choose another file.');
  await expectAnnounced(page, 'Not sent. This file is damaged');
  await expect(message.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await message.getByRole('button', { name: 'Edit' }).click();
  await expect(maya.composer).toHaveValue('See this');
  const picked = page.waitForEvent('filechooser');
  await chip(page).getByRole('button', { name: 'Choose another file' }).click();
  await (await picked).setFiles(MUG);
  await expect(chip(page)).toContainText('The mug with');
  await maya.composer.press('Enter');
  await expect(maya.sent(`See this, ${MUG.name}`)).toHaveCount(1);
});

test('picture viewer supports keys, zoom and focus return', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await sendFile(maya, DESK, 'First the desk');
  await sendFile(maya, MUG, 'Then the mug');
  await tom.openConversation(MAYA);
  await opener(tom.page, DESK.name).focus();
  await tom.page.keyboard.press('Enter');
  const large = preview(tom.page);
  const image = large.getByRole('img', { name: DESK.name });
  await isDrawn(image);
  await expect(large).toContainText('1 of 2');
  await expect(large.getByRole('button', { name: 'Previous file' })).toHaveCount(0);

  const whole = await image.boundingBox();
  await tom.page.keyboard.press('+');
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo((whole?.width ?? 0) * 1.5, 0);
  await tom.page.keyboard.press('0');
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo(whole?.width ?? 0, 0);
  await image.dblclick();
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo((whole?.width ?? 0) * 2.5, 0);
  await image.hover();
  await tom.page.mouse.wheel(0, 2_000);
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo(whole?.width ?? 0, 0);

  await tom.page.keyboard.press('ArrowRight');
  await isDrawn(large.getByRole('img', { name: MUG.name }));
  await expect(large).toContainText('2 of 2');
  const downloaded = tom.page.waitForEvent('download');
  await large.getByRole('link', { name: `Download ${MUG.name}` }).click();
  expect((await downloaded).suggestedFilename()).toBe(MUG.name);
  expect(await violations(tom.page)).toEqual([]);
  await tom.page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(opener(tom.page, DESK.name)).toBeFocused();
  await expect(tom.composer).toBeVisible();
});

/** A PDF with pages of these sizes. */
function pdf(...sizes: readonly string[]): Buffer {
  const kids = sizes.map((_, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${sizes.length} >>`,
    ...sizes.map((size) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] >>`),
  ];
  const count = objects.length + 1;
  let file = '%PDF-1.4\n';
  let places = '0000000000 65535 f \n';
  objects.forEach((object, index) => {
    places += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = `xref\n0 ${count}\n${places}trailer\n<< /Size ${count} /Root 1 0 R >>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
}

test('document is read page by page', async ({ maya }) => {
  await maya.openConversation(TOM);
  const buffer = pdf('300 400', '400 300', '300 300');
  await chooser(maya.page).setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer });
  await maya.send('The plan');
  await expect(maya.sent('The plan, plan.pdf')).toHaveCount(1);
  await opener(maya.page, 'plan.pdf').click();
  const large = preview(maya.page);
  const shown = (page: number) => large.getByRole('img', { name: `plan.pdf, Page ${page} of 3` });
  await isDrawn(shown(1));
  await expect(large.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await large.getByRole('button', { name: 'Next page' }).click();
  await isDrawn(shown(2));
  await maya.page.keyboard.press('PageDown');
  await isDrawn(shown(3));
  await expect(large.getByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(await violations(maya.page)).toEqual([]);
  await maya.page.keyboard.press('PageUp');
  await isDrawn(shown(2));
});

test('undisplayable document offers a download', async ({ maya }) => {
  await maya.openConversation(TOM);
  await chooser(maya.page).setInputFiles({
    name: 'plan.pdf',
    mimeType: 'application/pdf',
    // Too thin to render.
    buffer: pdf('20000 1'),
  });
  await maya.send('The plan');
  await expect(maya.sent('The plan, plan.pdf')).toHaveCount(1);
  await opener(maya.page, 'plan.pdf').click();
  await expect(preview(maya.page)).toContainText('Document display not supported on your device.');
  await expect(preview(maya.page).getByRole('link', { name: 'Download', exact: true })).toBeVisible();
});

test('page open for hours requests new file links', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await sendFile(maya, MUG, 'Look at this');
  await tom.page.clock.install();
  await tom.openConversation(MAYA);
  await isDrawn(opener(tom.page, MUG.name).locator('img'));
  const minted = tom.page.waitForRequest(/\/attachments\/[^/]+\/$/);
  await tom.page.clock.fastForward('10:00');
  await opener(tom.page, MUG.name).click();
  await minted;
  await isDrawn(preview(tom.page).getByRole('img', { name: MUG.name }));
});

test('expired file link is renewed once, then reported', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await sendFile(maya, MUG, 'Look at this');
  let failures = 1;
  await tom.page.route('**/api/v2/chat/files/**', (route) =>
    failures-- > 0
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: '' } })
      : route.continue(),
  );
  const minted = tom.page.waitForRequest(/\/attachments\/[^/]+\/$/);
  await tom.openConversation(MAYA);
  await minted;
  await isDrawn(opener(tom.page, MUG.name).locator('img'));

  failures = 2;
  await tom.page.reload();
  await tom.choose(MAYA);
  const message = tom.message('Look at this');
  await expect(message).toContainText('This file could not be loaded.');
  await message.getByRole('button', { name: 'Try again' }).click();
  await isDrawn(opener(tom.page, MUG.name).locator('img'));
});

test('page with a chosen file passes axe', async ({ maya }) => {
  await maya.openConversation(TOM);
  await chooser(maya.page).setInputFiles(MUG);
  await expect(chip(maya.page)).toBeVisible();
  await chooser(maya.page).setInputFiles(textFile('notes.exe', 1));
  expect(await violations(maya.page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('picture fits the row and opens full screen', async ({ maya }) => {
    await maya.openConversation(TOM);
    await sendFile(maya, MUG, 'Look at this');
    await expectNoOverflow(maya.page);
    await opener(maya.page, MUG.name).tap();
    await expect.poll(() => preview(maya.page).boundingBox()).toMatchObject({ width: 390, height: 844 });
    await preview(maya.page).getByRole('button', { name: 'Close' }).tap();
    await expect(maya.composer).toBeVisible();
  });
});
