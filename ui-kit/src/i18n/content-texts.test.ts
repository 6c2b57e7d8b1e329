import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const answer = (body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body))),
  );

/** As a page that has just been opened. */
const opened = async () => {
  vi.resetModules();
  return import('./content-texts');
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const told = { app: { home: { greeting: 'Hi, {{name}}' } }, common: {} };

it('lays the words of the programme over the catalogue, now and with the next visit', async () => {
  const page = await opened();
  const catalogue = { home: { greeting: 'Hello', people: 'People' }, other: 'x' };
  expect(page.withContent('en', 'app', catalogue)).toEqual(catalogue);

  answer({ languageCode: 'en', translations: told });
  expect(await page.fetchContentTexts('en')).toEqual(told);
  expect(await page.fetchContentTexts('en'), 'the same again').toBeNull();

  const next = await opened();
  expect(next.withContent('en', 'app', catalogue)).toEqual({
    home: { greeting: 'Hi, {{name}}', people: 'People' },
    other: 'x',
  });
  expect(next.withContent('de', 'app', catalogue), 'another language').toEqual(catalogue);
});

it('forgets what the programme no longer says', async () => {
  const page = await opened();
  answer({ languageCode: 'en', translations: told });
  await page.fetchContentTexts('en');
  answer({ languageCode: 'en', translations: { app: {}, common: {} } });
  await page.fetchContentTexts('en');
  const next = await opened();
  expect(next.withContent('en', 'app', { a: 'b' })).toEqual({ a: 'b' });
});

it('is not misled by another language, nor by what lies broken in the storage', async () => {
  localStorage.setItem('mh-texts-fr', '{broken');
  localStorage.setItem('mh-languages', '[{"code":1}]');
  const page = await opened();
  answer({ languageCode: 'en', translations: told });
  expect(await page.fetchContentTexts('fr')).toBeNull();
  expect(page.withContent('fr', 'app', { a: 'b' })).toEqual({ a: 'b' });
  const { languages } = await import('./languages');
  expect(languages.map(({ code }) => code)).toEqual(['en', 'de', 'ar']);
});

it('speaks the languages that can be chosen', async () => {
  const page = await opened();
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
