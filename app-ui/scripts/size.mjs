/**
 * Prints the gzipped size of what people wait for, without the font, and fails above a limit. `npm run build` comes
 * first. Lazily loaded code counts where it is needed at once, and must not be part of anything else.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const COLLAPSED_WIDGET = 'src/features/chat/components/chat-widget.tsx';
const OPEN_WIDGET = '../messenger-ui/src/features/widget/widget-body.tsx';
/** The pages that members open most are one file. */
const MEMBERS = ['index.html', 'members'];

const BUDGETS = [
  {
    what: 'first load of /signin',
    app: 'app-ui',
    of: ['index.html', 'src/features/auth/pages/sign-in-page.tsx'],
    kB: 194.7,
  },
  { what: 'first load of /learninghub and /mentorship', app: 'app-ui', of: MEMBERS, kB: 225.8 },
  {
    what: 'the collapsed messenger, on top of the app',
    app: 'app-ui',
    of: [COLLAPSED_WIDGET],
    besides: MEMBERS,
    kB: 11.1,
  },
  {
    what: 'the open widget, on top of the app',
    app: 'app-ui',
    of: [COLLAPSED_WIDGET, OPEN_WIDGET],
    besides: MEMBERS,
    kB: 108.5,
  },
  { what: 'first load of /chat/messenger', app: 'messenger-ui', of: ['index.html'], kB: 260 },
];

const dist = (app) => new URL(`../../${app}/dist/`, import.meta.url);
const read = (app, name) => readFileSync(new URL(name, dist(app)));
const manifestOf = (app) => JSON.parse(read(app, '.vite/manifest.json'));

/** Returns a chunk, its static imports and the style sheets of all of them. */
function filesOf(manifest, key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [] } = manifest[key] ?? named(manifest, key);
  return [file, ...css, ...imports.flatMap((imported) => filesOf(manifest, imported, seen))];
}

/** Finds a chunk by name: a chunk that several pages share has no source file as its key. */
function named(manifest, name) {
  const chunk = Object.values(manifest).find((one) => one.name === name && one.file.endsWith('.js'));
  if (chunk === undefined) throw new Error(`No chunk is named ${name}.`);
  return chunk;
}

function files({ app, of, besides = [] }) {
  const manifest = manifestOf(app);
  const all = of.flatMap((key) => filesOf(manifest, key));
  const there = new Set(besides.flatMap((key) => filesOf(manifest, key)));
  const page = of.includes('index.html') ? ['index.html'] : [];
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
  const verdict = total > budget.kB * 1024 ? 'TOO LARGE' : 'ok';
  isTooLarge ||= total > budget.kB * 1024;
  console.log(`${(total / 1024).toFixed(1).padStart(7)} of ${budget.kB} kB  ${budget.what}: ${verdict}`);
}
if (isTooLarge) {
  console.error('A budget is exceeded: run `npm run size -- --files` to list the files.');
  process.exit(1);
}
