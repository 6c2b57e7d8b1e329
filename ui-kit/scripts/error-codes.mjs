/**
 * Holds the server's error codes and the pages' sentences together: a code that a page can meet has a sentence, or is told
 * in words of its own where it is handled, and there is no sentence for a code that nobody says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = ['web', 'api', 'hub'];
const IN_RUST = [/StatusCode::\w+,\s*"([a-z_]+)"/g, /(?:with_code|forbidden)\(\s*"([a-z_]+)"/g];

/** What our pages never ask for, or answer by showing nothing. */
const UNSEEN = new Set([
  'gifs_off', // the button is not there
  'malformed', // our pages write well-formed requests
  'no_call', // asked to see whether there is one
  'no_preview', // a link without a preview is a link
  'push_off', // then nobody subscribes
  'signature_wrong', // between servers
]);

/** Said by the page itself, when no answer of the server says anything. */
const OWN = ['network', 'server'];

/** The fields of the forms on the way in, each of which is explained in the language of the page. */
const FORMS = ['api/src/accounts/sign_up.rs', 'api/src/accounts/password.rs'];
const FIELD = /need\(\s*"(\w+)"/g;

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
    IN_RUST,
  );
  const sentences = new Set(
    [...keys].filter((key) => key.startsWith('errors.')).map((key) => key.slice('errors.'.length)),
  );
  const fields = matchesIn(
    FORMS.map((path) => readFileSync(join(root, path), 'utf8')),
    [FIELD],
  );
  return [
    ...[...codes]
      .filter((code) => !sentences.has(code) && !literals.has(code) && !UNSEEN.has(code))
      .map((code) => `errors: no page has a sentence for the server's "${code}"`),
    ...[...sentences]
      .filter((code) => !codes.has(code) && !OWN.includes(code))
      .map((code) => `errors: nobody says "${code}" any more`),
    ...[...UNSEEN].filter((code) => !codes.has(code)).map((code) => `errors: "${code}" is no code any more`),
    ...[...fields]
      .filter((field) => !keys.has(`signUp.wrong.${field}`))
      .map((field) => `errors: a wrong "${field}" is explained in English only`),
  ];
}
