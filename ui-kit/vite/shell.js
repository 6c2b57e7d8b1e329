import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BOOT = fileURLToPath(new URL('./boot.js', import.meta.url));
/** Subset of the first screen; the others load on demand. */
const FIRST_FONT = /figtree-latin-wght-normal.*\.woff2$/;
/** The style sheets that Vite writes into the head. */
const STYLE_SHEETS = /^\s*<link rel="stylesheet"[^>]*>\n/gm;

/**
 * What both apps' pages have in common: the boot script in the page itself, a preload of the font, so that text does not
 * change its shape after the first paint, and style sheets at the end, because the first paint has its own.
 *
 * `preloads` names what a page loads besides the entry, by the ends of the names of modules; its keys are the first segment
 * of the path, and the kind of first paint with the language ("app de"). The boot script loads it beside the entry instead
 * of after it.
 *
 * Plain JavaScript, because Vite leaves packages that a configuration imports to Node, which runs no TypeScript.
 * @param {{ preloads?: Record<string, string[]> }} [options]
 * @returns {import('vite').Plugin}
 */
export function shell({ preloads = {} } = {}) {
  let base = '/';
  return {
    name: 'mentor-hub-shell',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [bootTag()];
        const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name));
        const styleSheets = html.match(STYLE_SHEETS) ?? [];
        return {
          html: html.replace(STYLE_SHEETS, '').replace('</body>', `${styleSheets.join('')}  </body>`),
          tags: [
            preloadsTag(filesOf(bundle, preloads, base)),
            bootTag(),
            ...(font === undefined ? [] : [preloadTag(base + font)]),
          ],
        };
      },
    },
    generateBundle() {
      // For the page without a network, which is no page of the bundler.
      const source = bootSource();
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `assets/boot-${hash}.js`, source });
    },
  };
}

/** The boot script without its comments. */
const bootSource = () => readFileSync(BOOT, 'utf8').replace(/^\s*\/\/.*\n/gm, '');

/** @returns {import('vite').HtmlTagDescriptor} */
const bootTag = () => ({ tag: 'script', children: bootSource(), injectTo: 'head-prepend' });

/**
 * Data for the boot script, beside it: the content policy names the hash of the script, which stays the same.
 * @param {Record<string, string[]>} preloads
 * @returns {import('vite').HtmlTagDescriptor}
 */
function preloadsTag(preloads) {
  return {
    tag: 'script',
    attrs: { type: 'application/json', id: 'preloads' },
    children: JSON.stringify(preloads),
    injectTo: 'head-prepend',
  };
}

/**
 * @param {string} href
 * @returns {import('vite').HtmlTagDescriptor}
 */
function preloadTag(href) {
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
    injectTo: 'head',
  };
}

/**
 * Returns the addresses of all files that modules need besides the entry.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {Record<string, string[]>} preloads
 * @param {string} base
 * @returns {Record<string, string[]>}
 */
function filesOf(bundle, preloads, base) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  /** @type {(name: string, into: Set<string>) => Set<string>} */
  const collect = (name, into) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || into.has(name)) return into;
    into.add(name);
    for (const file of chunk.viteMetadata?.importedCss ?? []) into.add(file);
    for (const imported of chunk.imports) collect(imported, into);
    return into;
  };
  const first = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...collect(fileName, new Set())]),
  );
  const of = (/** @type {string[]} */ modules) => {
    const files = new Set();
    for (const module of modules) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
      if (chunk === undefined) throw new Error(`No file of the bundle has ${module}.`);
      collect(chunk.fileName, files);
    }
    return [...files].filter((file) => !first.has(file)).map((file) => base + file);
  };
  return Object.fromEntries(Object.entries(preloads).map(([page, modules]) => [page, of(modules)]));
}
