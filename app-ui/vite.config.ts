import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { shell } from 'ui-kit/vite';
import { defineConfig } from 'vite';
import { apiDocs } from './api-docs/plugin.js';
import { appFirstPaint } from './src/first-paint/plugin.js';
import { serviceWorker } from './src/service-worker/plugin.js';

const server = process.env.MENTORHUB_DEV_SERVER ?? '127.0.0.1:8080';

/** One expression for several paths. */
const modules = (...paths: string[]) => new RegExp(`/(${paths.join('|')})`);

/** What the sign-in page shares with the other pages for signed-out people. */
const AUTH_MODULES = modules(
  'app-ui/src/features/auth/components/',
  'app-ui/src/shared/forms/(?!new-password)',
);

/** What the layout of signed-in people shares with the sign-in page. */
const COMMON_MODULES = modules(
  'app-ui/src/shared/(illustrations/valley|language|legal)',
  'app-ui/src/features/auth/api/system-status',
  'lucide-react/.*/icons/(check|eye-off)\\.',
);

/** What lists are made of. A group takes what its modules import: without this one, that of staff would take it. */
const LIST_MODULES = modules(
  'ui-kit/src/components/query-state',
  '@tanstack/.*/build/modern/(infinite|useInfinite)',
);

/** What dialogs are made of; see above. */
const DIALOG_MODULES = modules(
  'ui-kit/src/components/(modal-dialog|form-dialog|text-area|anchored-position)',
);

/** Modules of the staff area: small ones would be merged into what all people load. */
const STAFF_MODULES = modules('app-ui/src/(features/staff|shared/lists)/');

/** Icons and hooks of the messenger and of several pages; see above. */
const SMALL_MODULES = modules(
  'lucide-react/.*/icons/(arrow-down|arrow-left|arrow-up|bell|bell-off|download|file-text|flag|life-buoy|search|search-x|trash|x)\\.',
  '@mantine/hooks/.*/use-(callback-ref|debounced-callback|merged-ref|window-event)\\.',
);

/** The production build of the router: its package names the one with development warnings only. */
const router = (file: string) =>
  createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/development.*/, `production/${file}.mjs`);

/** Where the pages of members begin that people open most, and what their layout shows on each of them. */
const MEMBERS_ROOTS = modules(
  'app-ui/src/features/shell/pages/app-layout\\.tsx',
  'app-ui/src/features/home/pages/home-page\\.tsx',
  'app-ui/src/features/home/components/conversations\\.tsx',
  'app-ui/src/features/learning/pages/home-panel\\.tsx',
  'app-ui/src/features/mentorship/pages/mentorship-page\\.tsx',
  'app-ui/src/features/shell/components/bottom-bar\\.tsx',
  'app-ui/src/shared/next-step/next-step-panel\\.tsx',
);

const LAYOUT = '/shell/pages/app-layout.tsx';
const texts = (language: string) =>
  ['app', 'pages'].map((name) => `/app-ui/src/locales/${language}/${name}.json`);

/** What the pages that people open most load besides the entry. */
const PRELOADS = {
  signin: ['/auth/pages/sign-in-page.tsx'],
  learninghub: [LAYOUT],
  mentorship: [LAYOUT],
  'app en': ['/app-ui/src/locales/en/pages.json'],
  ...Object.fromEntries(
    ['app', 'entry', 'signin'].flatMap((paint) =>
      ['de', 'ar'].map((language) => [`${paint} ${language}`, texts(language)]),
    ),
  ),
};

const firstWord = (name: string) => name.split(/[~.-]/)[0];

export default defineConfig({
  plugins: [react(), shell({ preloads: PRELOADS }), appFirstPaint(), apiDocs(), serviceWorker()],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: router('index') },
      { find: /^react-router\/dom$/, replacement: router('dom-export') },
    ],
  },
  server: {
    proxy: {
      '/api': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  build: {
    // The content policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A preload that fails without a network makes the browser refuse the file for as long as the document lives, so
      // that the page could not be loaded again once the network is back. Style sheets can be replaced.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // Every file costs a round trip: what the first page needs is one file, the sign-in pages share one, and small
        // modules that the same pages share are merged (docs/decisions/0137-few-files-on-first-load.md).
        codeSplitting: {
          groups: [
            // Modules call it while they are evaluated: in a file with others it could be part of a cycle.
            { name: 'lazy-part', test: /ui-kit\/src\/components\/lazy-part/, priority: 6 },
            { name: 'app', tags: ['$initial'], priority: 5 },
            { name: 'common', test: COMMON_MODULES, minShareCount: 2, priority: 4 },
            { name: 'members', test: MEMBERS_ROOTS, priority: 3 },
            { name: 'auth', test: AUTH_MODULES, minShareCount: 2, priority: 2 },
            { name: 'small', test: SMALL_MODULES, minShareCount: 2, priority: 2 },
            { name: 'lists', test: LIST_MODULES, minShareCount: 2, priority: 2 },
            { name: 'dialogs', test: DIALOG_MODULES, minShareCount: 2, priority: 2 },
            { name: 'staff', test: STAFF_MODULES, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
          ],
        },
        // The bundler names a merged file after all of its pages. The first load lists all files: each character counts.
        chunkFileNames: ({ name }) => `assets/${firstWord(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          // The font is found by its name.
          name.endsWith('.css')
            ? `assets/${firstWord(name)}-[hash:7][extname]`
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
