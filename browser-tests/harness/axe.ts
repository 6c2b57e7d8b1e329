import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns all accessibility violations of the page with their elements. */
export async function violations(page: Page): Promise<string[]> {
  // Colours of running fade-ins have no defined contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return endless || playState !== 'running';
    }),
  );
  // The debugger evaluates it, to which the content security policy does not apply.
  await page.evaluate(source);
  const results = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    // Experimental, so that no tag selects it: WCAG 2.5.3.
    const rules = { 'label-content-name-mismatch': { enabled: true } };
    // There are no icon fonts, and the search for them takes joined Arabic letters for icons: no text is left out.
    const options = { pixelThreshold: 2, occurrenceThreshold: 3 };
    const checks = { 'label-content-name-mismatch': { options } };
    return axe.run({ runOnly: { type: 'tag', values: tags }, rules, checks });
  });
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} – ${target.join(' ')} – ${failureSummary ?? ''}`,
    ),
  );
}
