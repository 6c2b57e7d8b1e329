import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a page that cannot be scrolled sideways, once its layout has settled. */
export async function expectNoOverflow(page: Page, what?: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, what).toBeLessThanOrEqual(0);
}

/** Expects an element that ends before the other begins, from left to right, once both have settled. */
export async function expectBeside(left: Locator, right: Locator): Promise<void> {
  const gap = async () => {
    const [first, second] = [await left.boundingBox(), await right.boundingBox()];
    return first && second && second.x - (first.x + first.width);
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
}
