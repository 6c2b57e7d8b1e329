import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmojiCatalogue, loadCatalogue, recordUse, withSkinTone } from './catalogue';
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

describe('emoji catalogue', () => {
  it('makes no network requests', () => {
    expect(fetched).not.toHaveBeenCalled();
  });

  it('has every group in the standard order', () => {
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

  it("supports the page's language and English", () => {
    expect(best(german, 'Regenbogen')).toBe('🌈');
    expect(best(german, 'rainbow')).toBe('🌈');
    expect(best(arabic, 'قوس قزح')).toBe('🌈');
    expect(german.search('Regenbogen')[0]?.name).toBe('Regenbogen');
    expect(english.search('Regenbogen')).toEqual([]);
  });

  it('ranks the plain emoji first', () => {
    expect(best(english, 'heart')).toBe('❤️');
  });

  it('names flags after their countries', () => {
    const nameIn = async (language: string) => (await loadLocalNames(language))('🇩🇪')?.name;
    return expect(Promise.all([nameIn('de'), nameIn('ar')])).resolves.toEqual(['Deutschland', 'ألمانيا']);
  });

  it('applies skin tones where available', () => {
    const [wave] = english.search('waving hand');
    const [pizza] = english.search('pizza');
    expect(wave && withSkinTone(wave, 4)).toBe('👋🏽');
    expect(pizza && withSkinTone(pizza, 4)).toBe('🍕');
  });

  it('records frequently used emoji', () => {
    const [pizza] = english.search('pizza');
    if (!pizza) throw new Error('there is no pizza');
    for (let uses = 0; uses < 20; uses += 1) recordUse(pizza);
    expect(english.frequent().emojis[0]?.skins[0]).toBe('🍕');
  });
});
