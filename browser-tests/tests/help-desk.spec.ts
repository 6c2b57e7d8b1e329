import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Actor } from '../harness/actor';
import { HelpDesk } from '../harness/help-desk';
import { answerTo } from '../harness/http';
import { Hub } from '../harness/hub';
import { expect, test } from '../harness/test';

/** The person has access to the help desk instead of chat. */
async function allowHelpDesk(page: Page): Promise<void> {
  await page.route('**/api/v2/users/profile/', async (route) => {
    const answer = await answerTo(route);
    const profile = await answer.json();
    profile.status.experiences.chatStatus = { mentorshipChat: 'hide', aiChat: 'hide', helpCenter: 'use' };
    await route.fulfill({ response: answer, json: profile });
  });
}

const named = (calls: unknown[][], name: string) => calls.filter(([called]) => called === name);

test('help desk identifies signed-in people and forgets them', async ({ browser }) => {
  const desk = await HelpDesk.start();
  const hub = await Hub.start(desk.env);
  try {
    const stranger = await browser.newPage({ baseURL: hub.url });
    for (const path of ['/privacypolicy', '/signin']) {
      await stranger.goto(path);
      await expect.poll(async () => named(await HelpDesk.calls(stranger), 'setLocale')).toHaveLength(1);
      expect(named(await HelpDesk.calls(stranger), 'setUser')).toEqual([]);
    }
    await stranger.close();

    const tom = await Actor.signIn(browser, hub, 'tom');
    const { page } = tom;
    await allowHelpDesk(page);
    // Public pages identify the person, too.
    for (const path of ['/codeofconduct', '/']) {
      await page.goto(path);
      await expect.poll(async () => named(await HelpDesk.calls(page), 'setUser')).toHaveLength(1);
    }
    const calls = await HelpDesk.calls(page);
    expect(calls[0]?.slice(0, 2)).toEqual(['run', { websiteToken: 'aToken1', baseUrl: desk.url }]);
    const [, identifier, details] = named(calls, 'setUser')[0] as [string, string, Record<string, string>];
    const proof = createHmac('sha256', 'a key').update(identifier).digest('hex');
    expect(details).toEqual({ email: 'tom.mentee@example.org', name: 'Tom Rivera', identifier_hash: proof });
    expect(named(calls, 'setCustomAttributes')).toEqual([
      ['setCustomAttributes', { role: 'Mentee', language: 'en' }],
    ]);

    await page.getByRole('button', { name: 'Account of Tom' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await expect.poll(async () => named(await HelpDesk.calls(page), 'reset')).toHaveLength(1);
    expect(named(await HelpDesk.calls(page), 'setUser')).toHaveLength(1);
    await expect
      .poll(async () => named(await HelpDesk.calls(page), 'toggleBubbleVisibility').at(-1)?.[1])
      .toBe('show');
    expect(tom.pageErrors).toEqual([]);
    await tom.context.close();
  } finally {
    await hub.remove();
    await desk.remove();
  }
});

test('help desk helps signed-out people under maintenance', async ({ browser }) => {
  const desk = await HelpDesk.start();
  const hub = await Hub.start(desk.env);
  try {
    await hub.command('maintenance', 'on');
    const stranger = await browser.newPage({ baseURL: hub.url });
    await stranger.goto('/signin');
    await expect(stranger.getByRole('heading', { name: 'Back in a little while' })).toBeVisible();
    await expect
      .poll(async () => named(await HelpDesk.calls(stranger), 'toggleBubbleVisibility').at(-1)?.[1])
      .toBe('show');
    await stranger.close();
  } finally {
    await hub.remove();
    await desk.remove();
  }
});

test('help desk hides on chat and without configuration', async ({ browser, maya }) => {
  await maya.page.goto('/');
  await expect(maya.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await HelpDesk.calls(maya.page)).toEqual([]);

  const desk = await HelpDesk.start();
  const hub = await Hub.start(desk.env);
  try {
    const tom = await Actor.signIn(browser, hub, 'tom');
    for (const path of ['/', '/privacypolicy']) {
      const known = tom.page.waitForResponse('**/users/profile/');
      await tom.page.goto(path);
      await known;
      await expect(tom.page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await HelpDesk.calls(tom.page)).toEqual([]);
    }
    await tom.context.close();
  } finally {
    await hub.remove();
    await desk.remove();
  }
});
