import { readFileSync } from 'node:fs';

const LANGUAGES = ['en', 'de', 'ar'];

/** The files of texts: those of the first load, and those of the other pages. */
const FILES = ['app', 'pages'];

/**
 * Replaces `{{key}}` in HTML by the text in every language; the style sheet shows the one of the page. What a text names is
 * filled in by the boot script.
 */
export function inAllLanguages(html: string): string {
  const texts = LANGUAGES.map((language) => [language, read(language)] as const);
  return html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) =>
    texts
      .map(([language, trees]) => `<span lang="${language}">${withPlaces(textOf(trees, key))}</span>`)
      .join(''),
  );
}

const withPlaces = (text: string) => text.replace('{{name}}', '<bdi data-fill="displayName"></bdi>');

const read = (language: string): unknown[] =>
  FILES.map((file) =>
    JSON.parse(readFileSync(new URL(`../locales/${language}/${file}.json`, import.meta.url), 'utf8')),
  );

function textOf(trees: readonly unknown[], key: string): string {
  const find = (tree: unknown) =>
    key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], tree);
  const text = trees.map(find).find((found) => found !== undefined);
  if (typeof text !== 'string') throw new Error(`No text has the key ${key}.`);
  return text;
}
