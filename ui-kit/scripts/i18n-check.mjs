/**
 * Checks the catalogues: every language has the same keys, placeholders and all its plural forms; the code uses no
 * missing key; no key is unused; every error code has a text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodeProblems } from './error-codes.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REFERENCE = 'en';
const PACKAGES = [
  { name: 'ui-kit', namespace: 'common', locales: 'ui-kit/src/i18n/locales' },
  { name: 'messenger-ui', namespace: 'messenger', locales: 'messenger-ui/src/locales' },
  {
    name: 'app-ui',
    namespace: 'app',
    locales: 'app-ui/src/locales',
    more: [
      'announcements',
      'feed',
      'learning',
      'lists',
      'matching',
      'pages',
      'questions',
      'second-factor',
      'staff',
    ],
  },
];
const PLURAL = /_(zero|one|two|few|many|other)$/;

const problems = [];

function flatten(tree, path = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

const baseOf = (key) => key.replace(PLURAL, '');
const valuesIn = (text) =>
  [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name))].sort().join();

function readCatalogues({ namespace, locales, more = [] }) {
  return new Map(
    readdirSync(join(ROOT, locales))
      .filter((language) => existsSync(join(ROOT, locales, language, `${namespace}.json`)))
      .map((language) => {
        const files = [namespace, ...more].map((name) => join(ROOT, locales, language, `${name}.json`));
        const trees = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
        return [language, new Map(trees.flatMap((tree) => flatten(tree)))];
      }),
  );
}

function compareLanguages(catalogues, where) {
  const reference = catalogues.get(REFERENCE);
  for (const [language, texts] of catalogues) {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of reference) {
      const base = baseOf(key);
      const wanted = base === key ? [key] : forms.map((form) => `${base}_${form}`);
      for (const one of wanted) if (!texts.has(one)) problems.push(`${where(language)}: "${one}" is missing`);
      const translated = texts.get(base === key ? key : `${base}_other`) ?? text;
      if (base === key && valuesIn(text) !== valuesIn(translated)) {
        problems.push(
          `${where(language)}: "${key}" has the placeholders {${valuesIn(translated)}} instead of {${valuesIn(text)}}`,
        );
      }
    }
    const known = new Set([...reference.keys()].map(baseOf));
    for (const key of texts.keys()) {
      if (!known.has(baseOf(key))) problems.push(`${where(language)}: "${key}" does not exist in English`);
      if (texts.get(key).trim() === '') problems.push(`${where(language)}: "${key}" is empty`);
    }
  }
}

/** Returns the string literals of a package's code, and the prefixes of composed keys (`errors.${code}`). */
function stringsIn(name) {
  const literals = new Map();
  const prefixes = new Map();
  for (const path of readdirSync(join(ROOT, name, 'src'), { recursive: true })) {
    if (!/\.(?:tsx?|html)$/.test(path) || /\.(?:test|gen)\.tsx?$|(^|\/)testing\//.test(path)) continue;
    const file = join(name, 'src', path);
    const code = readFileSync(join(ROOT, file), 'utf8');
    for (const [, text] of code.matchAll(/['"`]([\w.:-]+)['"`]/g)) literals.set(text, file);
    for (const [, text] of code.matchAll(/\{\{([\w.]+)\}\}/g)) literals.set(text, file);
    for (const [, text] of code.matchAll(/`([\w.:-]+\.)\$\{/g)) prefixes.set(text, file);
  }
  return { literals, prefixes };
}

const packages = PACKAGES.filter(({ locales }) => existsSync(join(ROOT, locales)));
const shared = [...readCatalogues(PACKAGES[0]).get(REFERENCE).keys()].map(baseOf);
const used = new Set();
const english = new Set();
const strings = new Set();

for (const one of packages) {
  const catalogues = readCatalogues(one);
  compareLanguages(catalogues, (language) => relative(ROOT, join(ROOT, one.locales, language)));

  const own = [...catalogues.get(REFERENCE).keys()].map(baseOf);
  const keys = new Set([...own, ...shared]);
  const groups = new Set([...keys].map((key) => key.split('.')[0]));
  const { literals, prefixes } = stringsIn(one.name);
  for (const key of own) english.add(key);
  for (const text of literals.keys()) strings.add(text);

  for (const [text, file] of literals) {
    if (keys.has(text)) used.add(text);
    else if (/^\w+(\.\w+)+$/.test(text) && groups.has(text.split('.')[0])) {
      problems.push(`${file}: "${text}" is in no catalogue`);
    }
  }
  for (const [prefix, file] of prefixes) {
    const matching = [...keys].filter((key) => key.startsWith(prefix));
    if (matching.length === 0 && groups.has(prefix.split('.')[0])) {
      problems.push(`${file}: no key begins with "${prefix}"`);
    }
    for (const key of matching) used.add(key);
  }
  for (const key of new Set(own)) {
    // Composed from the code of a response.
    if (key.startsWith('errors.')) continue;
    if (one.namespace !== 'common' && !used.has(key)) problems.push(`${one.name}: "${key}" is never used`);
  }
}
for (const key of new Set(shared)) {
  if (!used.has(key) && !key.startsWith('errors.')) problems.push(`ui-kit: "${key}" is never used`);
}
problems.push(...errorCodeProblems(ROOT, english, strings));

const found = new Set(problems);
for (const problem of found) console.error(problem);
console.log(found.size === 0 ? 'Texts: complete in all languages.' : `Texts: ${found.size} problems.`);
process.exit(found.size === 0 ? 0 : 1);
