/**
 * Checks that every error code of the server that a page can meet has a text or is handled in code, and that no text
 * is left without a code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = ['web', 'api', 'hub'];
const CODE_PATTERNS = [/StatusCode::\w+,\s*"([a-z_]+)"/g, /(?:with_code|forbidden)\(\s*"([a-z_]+)"/g];

/** Codes that the pages cannot cause, or for which they show nothing. */
const NOT_SHOWN = new Set([
  'gifs_off', // the button is hidden
  'malformed', // the pages send well-formed requests
  'no_call', // a query for a running call
  'no_preview', // shown as a plain link
  'push_off', // the pages do not subscribe then
  'signature_wrong', // between servers
]);

/** Codes of the pages themselves, for a missing or invalid response. */
const CLIENT_CODES = ['network', 'server'];

/** Validated fields of the auth forms: each needs a translated text. */
const FIELD_PATTERN = /(?:require|field)\(\s*"(\w+)"/g;

/** Fields whose error code has a text. */
const FIELDS_WITH_CODE = new Set(['otp', 'token']);

const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

const matchesIn = (texts, patterns) =>
  new Set(
    texts.flatMap((text) => patterns.flatMap((one) => [...text.matchAll(one)].map(([, found]) => found))),
  );

/** `keys`: every key of the English catalogues. `literals`: every string in the code of the pages. */
export function errorCodeProblems(root, keys, literals) {
  const codes = matchesIn(
    SERVER.flatMap((name) => filesIn(join(root, name, 'src'), '.rs')),
    CODE_PATTERNS,
  );
  const sentences = new Set(
    [...keys].filter((key) => key.startsWith('errors.')).map((key) => key.slice('errors.'.length)),
  );
  const fields = matchesIn(filesIn(join(root, 'api/src/auth'), '.rs'), [FIELD_PATTERN]);
  return [
    ...[...codes]
      .filter((code) => !sentences.has(code) && !literals.has(code) && !NOT_SHOWN.has(code))
      .map((code) => `errors: the code "${code}" of the server has no text`),
    ...[...sentences]
      .filter((code) => !codes.has(code) && !CLIENT_CODES.includes(code))
      .map((code) => `errors: no route returns "${code}"`),
    ...[...NOT_SHOWN].filter((code) => !codes.has(code)).map((code) => `errors: "${code}" is no error code`),
    ...[...fields]
      .filter((field) => !FIELDS_WITH_CODE.has(field) && !keys.has(`signUp.invalid.${field}`))
      .map((field) => `errors: the field "${field}" has no translated text`),
  ];
}
