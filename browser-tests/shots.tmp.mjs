import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const jobs = process.argv.slice(2); // scenario:lang:scheme:width[:open]
const BASE = process.env.BASE ?? 'http://127.0.0.1:5199';
for (const job of jobs) {
  const [scenario, lang = 'en', scheme = 'light', width = '1280', ...open] = job.split(':');
  const context = await browser.newContext({ viewport: { width: Number(width), height: width === '390' ? 844 : 900 }, colorScheme: scheme, locale: lang === 'en' ? 'en-GB' : lang, reducedMotion: process.env.MOTION ?? 'reduce', timezoneId: 'Europe/London' });
  const page = await context.newPage();
  const errors = [];
  page.on('console', (m) => ['error','warning'].includes(m.type()) && errors.push(m.text()));
  page.on('pageerror', (e) => errors.push(String(e)));
  await page.route((u) => u.pathname.startsWith('/api/'), (r) => r.fulfill({ status: r.request().url().includes('/dev/outbox') ? 200 : 503, contentType: 'application/json', body: r.request().url().includes('/dev/outbox') ? '[]' : '{"code":"unavailable","message":""}' }));
  await page.goto(`${BASE}/dev/matching?scenario=${scenario}${open.length ? `&open=${open.join(':')}` : ''}`, { waitUntil: 'load' });
  const first = (await page.locator('html').getAttribute('lang'));
  if (first !== lang) await page.locator('header select').last().selectOption(lang);
  await page.waitForTimeout(process.env.WAIT ? Number(process.env.WAIT) : 1200);
  const name = job.replaceAll(':', '-');
  await page.screenshot({ path: `/tmp/screens-shots/${name}.png`, fullPage: open.length === 0 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run({ runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }, rules: { 'label-content-name-mismatch': { enabled: false } } }));
  console.log(name, 'lang', await page.locator('html').getAttribute('lang'), 'overflow', overflow, errors.filter((e) => !e.includes('503')).slice(0, 3));
  for (const v of found.violations) console.log('  ', v.id, v.nodes.length, v.nodes[0].target.join(' '), v.nodes[0].failureSummary.slice(0, 200));
  await context.close();
}
await browser.close();
