/**
 * Renders the icons of the installed app from their drawings: `npm run icons`. The pictures are committed, so builds need
 * no browser. Uses the installed Chromium and no network.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../app-ui/', import.meta.url));

/** File of the web page, drawing, and pixels per side. iOS looks for its icon under a fixed name. */
const ICONS = [
  ['icons/icon-192.png', 'icon', 192],
  ['icons/icon-512.png', 'icon', 512],
  ['icons/maskable-192.png', 'maskable', 192],
  ['icons/maskable-512.png', 'maskable', 512],
  ['icons/badge-96.png', 'badge', 96],
  ['apple-touch-icon.png', 'maskable', 180],
];

mkdirSync(`${ROOT}public/icons`, { recursive: true });
const executablePath = process.env.MENTORHUB_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const [file, drawing, size] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(`${ROOT}icons/${drawing}.svg`, 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: `${ROOT}public/${file}`, omitBackground: true });
  await page.close();
}
await browser.close();
