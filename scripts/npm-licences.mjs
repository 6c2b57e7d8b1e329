// Rejects npm packages whose licence is not on the list. Development tools are included, which is simpler than deciding
// what ends up in a bundle.
import { readFileSync } from 'node:fs';

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
]);
// File-level copyleft, used unmodified: [package name, reason].
const NAMED = new Map([
  ['lightningcss', 'MPL-2.0; compiles CSS at build time'],
  ['axe-core', 'MPL-2.0; runs in the browser tests only'],
]);

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const name = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isNamed = (path) =>
  [...NAMED.keys()].some((known) => name(path) === known || name(path).startsWith(`${known}-`));
/** `(MIT OR GPL-3.0)` is fine, since we may choose; `MIT AND GPL-3.0` is not. */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part.trim())));

const refused = Object.entries(packages)
  .filter(([path, pkg]) => path.includes('node_modules/') && !pkg.link)
  .filter(([path, pkg]) => !isNamed(path) && !isAllowed(pkg.license ?? 'no licence named'));

for (const [path, pkg] of refused)
  console.error(`${name(path)} ${pkg.version}: ${pkg.license ?? 'no licence named'}`);
process.exit(refused.length === 0 ? 0 : 1);
