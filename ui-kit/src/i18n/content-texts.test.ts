import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const answer = (body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body))),
  );

/** Imports a fresh instance of the module, as after a page load. */
const importModule = async () => {
  vi.resetModules();
  return import('./content-texts');
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const texts = { app: { home: { greeting: 'Hi, {{name}}' } }, common: {} };

it('merges the texts of the programme on next visit', async () => {
  const page = await importModule();
  const catalogue = { home: { greeting: 'Hello', people: 'People' }, other: 'x' };
  expect(page.withContent('en', 'app', catalogue)).toEqual(catalogue);

  answer({ languageCode: 'en', translations: texts });
  expect(await page.fetchContentTexts('en')).toEqual(texts);
  expect(await page.fetchContentTexts('en'), 'the same again').toBeNull();

  const next = await importModule();
  expect(next.withContent('en', 'app', catalogue)).toEqual({
    home: { greeting: 'Hi, {{name}}', people: 'People' },
    other: 'x',
  });
  expect(next.withContent('de', 'app', catalogue), 'another language').toEqual(catalogue);
});

it('removes texts that the programme dropped', async () => {
  const page = await importModule();
  answer({ languageCode: 'en', translations: texts });
  await page.fetchContentTexts('en');
  answer({ languageCode: 'en', translations: { app: {}, common: {} } });
  await page.fetchContentTexts('en');
  const next = await importModule();
  expect(next.withContent('en', 'app', { a: 'b' })).toEqual({ a: 'b' });
});

it('ignores other languages and broken storage', async () => {
  localStorage.setItem('mh-texts-fr', '{broken');
  localStorage.setItem('mh-languages', '[{"code":1}]');
  const page = await importModule();
  answer({ languageCode: 'en', translations: texts });
  expect(await page.fetchContentTexts('fr')).toBeNull();
  expect(page.withContent('fr', 'app', { a: 'b' })).toEqual({ a: 'b' });
  const { languages } = await import('./languages');
  expect(languages.map(({ code }) => code)).toEqual(['en', 'de', 'ar']);
});

it('returns only active languages', async () => {
  const page = await importModule();
  const one = (languageCode: string, isActive: boolean) => ({
    languageCode,
    language: languageCode.toUpperCase(),
    isDefault: languageCode === 'fr',
    isActive,
  });
  answer([one('fr', true), one('en', true), one('de', false)]);
  const { languages, replaceLanguages, toLanguage } = await import('./languages');
  expect(replaceLanguages(await page.fetchLanguages())).toBe(true);
  expect(replaceLanguages(await page.fetchLanguages()), 'nothing new').toBe(false);
  expect(languages.map(({ code }) => code)).toEqual(['fr', 'en']);
  expect([toLanguage('fr-CA'), toLanguage('de')]).toEqual(['fr', null]);
});
