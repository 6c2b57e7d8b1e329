/**
 * Prints what people wait for, gzipped and without the font, and fails above a limit. `npm run build` comes first.
 * What is loaded lazily counts where it is wanted at once, and must not be part of anything else.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DOCK = 'src/features/chat/chat-dock.tsx';
const WIDGET = '../messenger-ui/src/features/widget/widget-body.tsx';
/** What stands on the page before the messenger comes. */
const MAIN_APP = ['index.html', 'app-layout', 'src/features/home/home-page.tsx'];

const BUDGETS = [
  {
    what: 'first load of /signin',
    app: 'app-ui',
    of: ['index.html', 'src/features/sign-in/sign-in-page.tsx'],
    kB: 190,
  },
  {
    what: 'the collapsed messenger, on top of the app',
    app: 'app-ui',
    of: [DOCK],
    besides: MAIN_APP,
    kB: 10,
  },
  {
    what: 'the open widget, on top of the app',
    app: 'app-ui',
    of: [DOCK, WIDGET],
    besides: MAIN_APP,
    kB: 120,
  },
  { what: 'first load of /chat/messenger', app: 'messenger-ui', of: ['index.html'], kB: 260 },
];

const dist = (app) => new URL(`../../${app}/dist/`, import.meta.url);
const read = (app, name) => readFileSync(new URL(name, dist(app)));
const manifestOf = (app) => JSON.parse(read(app, '.vite/manifest.json'));

/** A chunk, the chunks it imports at once, and the style sheets of all of them. */
function filesOf(manifest, key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key] ?? named(manifest, key);
  return [file, ...css, ...imports.flatMap((imported) => filesOf(manifest, imported, seen))];
}

/** A chunk that several pages share has no source file as its key, only a name. */
function named(manifest, name) {
  const chunk = Object.values(manifest).find((one) => one.name === name && one.file.endsWith('.js'));
  if (chunk === undefined) throw new Error(`There is no chunk ${name}.`);
  return chunk;
}

/** The page itself counts too, and the script that runs before its first paint. */
function pageFiles(app) {
  const boot = read(app, 'index.html')
    .toString()
    .match(/assets\/boot-[\w-]+\.js/)?.[0];
  return ['index.html', ...(boot === undefined ? [] : [boot])];
}

function files({ app, of, besides = [] }) {
  const manifest = manifestOf(app);
  const all = of.flatMap((key) => filesOf(manifest, key));
  const there = new Set(besides.flatMap((key) => filesOf(manifest, key)));
  const page = of.includes('index.html') ? pageFiles(app) : [];
  return [...new Set([...all, ...page])].filter((file) => !there.has(file));
}

let isTooLarge = false;
for (const budget of BUDGETS) {
  let total = 0;
  for (const file of files(budget)) {
    const size = gzipSync(read(budget.app, file), { level: 9 }).length;
    total += size;
    if (process.argv.includes('--files')) console.log(`${(size / 1024).toFixed(1).padStart(9)} kB  ${file}`);
  }
  const verdict = total > budget.kB * 1024 ? 'TOO LARGE' : 'fits';
  isTooLarge ||= total > budget.kB * 1024;
  console.log(`${(total / 1024).toFixed(1).padStart(7)} of ${budget.kB} kB  ${budget.what}: ${verdict}`);
}
if (isTooLarge) {
  console.error('Something that can wait is loaded at once: npm run size -- --files tells what.');
  process.exit(1);
}
