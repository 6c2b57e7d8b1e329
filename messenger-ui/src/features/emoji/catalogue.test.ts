import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countUse, type EmojiCatalogue, inTone, loadCatalogue } from './catalogue';
import { loadLocalNames } from './local-names';

const fetched = vi.fn(() => Promise.reject(new Error('nothing may be fetched')));
let english: EmojiCatalogue;
let german: EmojiCatalogue;
let arabic: EmojiCatalogue;

beforeAll(async () => {
  vi.stubGlobal('fetch', fetched);
  english = await loadCatalogue('en');
  german = await loadCatalogue('de');
  arabic = await loadCatalogue('ar');
});

const best = (catalogue: EmojiCatalogue, query: string) => catalogue.search(query)[0]?.skins[0];

describe('the catalogue', () => {
  it('asks nobody on the network', () => {
    expect(fetched).not.toHaveBeenCalled();
  });

  it('has every group, in the order people know', () => {
    expect(english.groups.map(({ id }) => id)).toEqual([
      'people',
      'nature',
      'foods',
      'activity',
      'places',
      'objects',
      'symbols',
      'flags',
    ]);
    for (const { emojis } of english.groups) expect(emojis.length).toBeGreaterThan(0);
  });

  it('speaks the language of the page, and English all the same', () => {
    expect(best(german, 'Regenbogen')).toBe('🌈');
    expect(best(german, 'rainbow')).toBe('🌈');
    expect(best(arabic, 'قوس قزح')).toBe('🌈');
    expect(german.search('Regenbogen')[0]?.name).toBe('Regenbogen');
    expect(english.search('Regenbogen')).toEqual([]);
  });

  it('finds the plain one first', () => {
    expect(best(english, 'heart')).toBe('❤️');
  });

  it('knows countries by their names', () => {
    const nameIn = async (language: string) => (await loadLocalNames(language))('🇩🇪')?.name;
    return expect(Promise.all([nameIn('de'), nameIn('ar')])).resolves.toEqual(['Deutschland', 'ألمانيا']);
  });

  it('has skin tones where there are any', () => {
    const [wave] = english.search('waving hand');
    const [pizza] = english.search('pizza');
    expect(wave && inTone(wave, 4)).toBe('👋🏽');
    expect(pizza && inTone(pizza, 4)).toBe('🍕');
  });

  it('remembers what a person likes', () => {
    const [pizza] = english.search('pizza');
    if (!pizza) throw new Error('there is no pizza');
    for (let uses = 0; uses < 20; uses += 1) countUse(pizza);
    expect(english.frequent().emojis[0]?.skins[0]).toBe('🍕');
  });
});
