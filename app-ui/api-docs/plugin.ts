import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const own = (name: string) => new URL(name, import.meta.url);

/** Files of the page and where they come from. */
const FILES = {
  'library.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  'library.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  'page.js': own('page.js'),
  'tokens.css': require.resolve('ui-kit/tokens.css'),
  'page.css': own('page.css'),
};

/** Removes the reference to the source map, which is not copied. */
const SOURCE_MAP = /\/\*# sourceMappingURL=.*\*\//;

/** Builds the page at /api/docs/, independent of the app: copies its library under a hashed name. */
export function apiDocs(): Plugin {
  return {
    name: 'mentor-hub-api-docs',
    apply: 'build',
    generateBundle() {
      let page = readFileSync(own('page.html'), 'utf8');
      for (const [name, path] of Object.entries(FILES)) {
        const source = readFileSync(path, 'utf8').replace(SOURCE_MAP, '');
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const { name: stem, ext } = parse(name);
        const fileName = `assets/api-docs-${stem}-${hash}${ext}`;
        this.emitFile({ type: 'asset', fileName, source });
        page = page.replace(`"${name}"`, `"/${fileName}"`);
      }
      this.emitFile({ type: 'asset', fileName: 'api-docs.html', source: page });
    },
  };
}
