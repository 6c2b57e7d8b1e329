import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { inAllLanguages } from '../first-paint/in-all-languages.js';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));
const OFFLINE_PAGE = 'offline.html';

/** Code of the pages that can be read without a network. What it imports belongs to it. */
const KEPT_MODULES =
  /\/app-ui\/(index\.html|src\/features\/(home|landing|learning|shell)\/|src\/shared\/)|\/locales\//;

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * Builds the service worker as /sw.js: one classic script without a hash, because browsers find updates under the same
 * address, at the root, because its folder is its scope. Beside it the page that it shows without a network.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'mentor-hub-service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const boot = Object.keys(bundle).find((name) => name.startsWith('assets/boot-'));
      if (boot === undefined) throw new Error('the boot script was not built');
      const source = read('reload.js');
      const reload = `assets/reload-${hashOf(source)}.js`;
      const page = inAllLanguages(read(OFFLINE_PAGE))
        .replace('<!--boot-->', `/${boot}`)
        .replace('<!--reload-->', `/${reload}`);
      this.emitFile({ type: 'asset', fileName: reload, source });
      this.emitFile({ type: 'asset', fileName: OFFLINE_PAGE, source: page });

      // Another page changes the worker, so that browsers fetch both.
      const offline = {
        cache: `offline-${hashOf(page)}`,
        page: `/${OFFLINE_PAGE}`,
        files: [`/${OFFLINE_PAGE}`, `/${boot}`, `/${reload}`],
      };
      const files = appFiles(bundle);
      const app = { cache: `app-${hashOf(files.join())}`, files };
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: await worker({ OFFLINE: offline, APP: app }),
      });
    },
  };
}

/** Returns the paths of all files that the kept pages need, in a fixed order. */
function appFiles(bundle: Rolldown.OutputBundle): string[] {
  const names = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (names.has(name) || chunk?.type !== 'chunk') return;
    names.add(name);
    for (const file of chunk.viteMetadata?.importedCss ?? []) names.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) names.add(file);
    chunk.imports.forEach(add);
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && KEPT_MODULES.test(output.facadeModuleId ?? '')) add(output.fileName);
    // The boot script is a file of its own, which the page names.
    if (output.fileName.startsWith('assets/boot-')) names.add(output.fileName);
  }
  return [...names].map((name) => `/${name}`).toSorted();
}

async function worker(written: Record<string, object>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(written).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  const chunk = chunks.find((one) => one.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the service worker was not built');
  return chunk.code;
}
