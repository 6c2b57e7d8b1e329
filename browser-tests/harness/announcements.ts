import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    announcements?: string[];
  }
}

/** Lets a context's pages record what they announce to screen readers: each text is there for some seconds only. */
export const recordAnnouncements = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const announcements: string[] = [];
    window.announcements = announcements;
    new MutationObserver((changes) => {
      const text = document.querySelector('[data-announcer]')?.textContent?.trim();
      const isAnnounced = changes.some(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[data-announcer]');
      });
      if (isAnnounced && text) announcements.push(text);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });

/** The announcements since the page was loaded that contain a text. */
const announced = async (page: Page, text: string) =>
  (await page.evaluate(() => window.announcements ?? [])).filter((one) => one.includes(text));

/** Waits until a page has announced a text so many times. */
export const expectAnnounced = (page: Page, text: string, times = 1): Promise<void> =>
  expect.poll(() => announced(page, text), `announces "${text}"`).toHaveLength(times);
