import { readFileSync } from 'node:fs';

const LANGUAGES = ['en', 'de', 'ar'];

/** A catalogue of texts: those of the first load, or those of the other pages. */
type Catalogue = 'app' | 'pages';

/** Replaces `{{key}}` in HTML by the text in every language; the style sheet shows the one of the page. */
export function inAllLanguages(html: string, catalogue: Catalogue): string {
  const texts = LANGUAGES.map((language) => [language, read(language, catalogue)] as const);
  return html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) =>
    texts.map(([language, tree]) => `<span lang="${language}">${textOf(tree, key)}</span>`).join(''),
  );
}

function read(language: string, catalogue: Catalogue): unknown {
  return JSON.parse(
    readFileSync(new URL(`../locales/${language}/${catalogue}.json`, import.meta.url), 'utf8'),
  );
}

function textOf(catalogue: unknown, key: string): string {
  const text = key
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], catalogue);
  if (typeof text !== 'string') throw new Error(`No text has the key ${key}.`);
  return text;
}
