import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BOOT = fileURLToPath(new URL('./boot.js', import.meta.url));
const DEV_PATH = '@mentor-hub/boot.js';
/** Subset of the first screen; the others load on demand. */
const FIRST_FONT = /figtree-latin-wght-normal.*\.woff2$/;

/**
 * What the head of both apps' pages has in common: the blocking boot script under a hashed name, and a preload of
 * the font, so that text does not change its shape after the first paint.
 *
 * Plain JavaScript, because Vite leaves packages that a configuration imports to Node, which runs no TypeScript.
 * @returns {import('vite').Plugin}
 */
export function shell() {
  let base = '/';
  return {
    name: 'mentor-hub-shell',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use(`${base}${DEV_PATH}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(BOOT));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [bootTag(`${base}${DEV_PATH}`)];
        const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name));
        return [bootTag(base + bootFile().name), ...(font === undefined ? [] : [preloadTag(base + font)])];
      },
    },
    generateBundle() {
      const { name, source } = bootFile();
      this.emitFile({ type: 'asset', fileName: name, source });
    },
  };
}

function bootFile() {
  const source = readFileSync(BOOT, 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { name: `assets/boot-${hash}.js`, source };
}

/**
 * @param {string} src
 * @returns {import('vite').HtmlTagDescriptor}
 */
function bootTag(src) {
  return { tag: 'script', attrs: { src }, injectTo: 'head-prepend' };
}

/**
 * @param {string} href
 * @returns {import('vite').HtmlTagDescriptor}
 */
function preloadTag(href) {
  return {
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
    injectTo: 'head-prepend',
  };
}
