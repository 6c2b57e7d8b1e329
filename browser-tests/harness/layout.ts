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

/** Scrolls to the end of the page and clicks where the control is, as a person does: what lies above it takes the click. */
export async function clickAtEnd(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await page.evaluate(async () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  });
  const box = await control.boundingBox();
  if (box === null) throw new Error('the control has no place');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
