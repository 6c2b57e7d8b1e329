// Writes the TypeScript types of the API and of the socket from what the server says of itself:  npm run types
// With --check nothing is written; it fails if what is there is not what would be written.
// The server has to be built before; MENTORHUB_BINARY names it, else the last debug build is asked.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = new URL('../', import.meta.url);
const file = new URL('ui-kit/src/http/api.gen.ts', root);
const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('target', root));
const binary = process.env.MENTORHUB_BINARY ?? `${target}/debug/mentorhub`;

const document = JSON.parse(execFileSync(binary, ['openapi'], { encoding: 'utf8' }));
const types = astToString(await openapiTS(document));
const text = `// Made by \`npm run types\` from the handlers and frames of the server. Change those instead.\n\n${types}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    'ui-kit/src/http/api.gen.ts is not what the server says: run `cargo build -p server && npm run types`.',
  );
  process.exit(1);
}
