import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast, darkPalette, isReadable, lightPalette, type Palette, parse } from './palette';

const TOKENS = readFileSync('ui-kit/src/theme/tokens.css', 'utf8');
const [, LIGHT = '', DARK = ''] = TOKENS.split('color-scheme: ');

/** What stands on what, in both schemes. */
const PAIRS = [
  ['--mh-on-accent', '--mh-accent'],
  ['--mh-on-accent', '--mh-accent-hover'],
  ['--mh-on-accent-soft', '--mh-accent-soft'],
  ['--mh-accent', '--mh-canvas'],
  ['--mh-accent', '--mh-surface-raised'],
  ['--mh-link', '--mh-canvas'],
  ['--mh-link', '--mh-surface-raised'],
  ['--mh-on-bubble-own', '--mh-bubble-own'],
  ['--mh-on-brand', '--mh-brand'],
  ['--mh-on-brand-soft', '--mh-brand'],
] as const;

function colourOf(palette: Palette, scheme: string, token: `--mh-${string}`) {
  const found = palette[token] ?? new RegExp(`${token}: (#[0-9a-f]{6});`).exec(scheme)?.[1] ?? '';
  const color = parse(found);
  if (color === null) throw new Error(`${token} is no colour: ${found}`);
  return color;
}

/** Every colour whose parts are multiples of 17, so that grey, dull and glaring ones are among them. */
const PARTS = Array.from({ length: 16 }, (_, index) => index * 17);
const COLOURS = PARTS.flatMap((red) =>
  PARTS.flatMap((green) => PARTS.map((blue) => [red, green, blue] as const)),
).filter(isReadable);

it('every permitted colour gives readable texts in both schemes', () => {
  expect(COLOURS.length).toBeGreaterThan(1_000);
  const unreadable = COLOURS.flatMap((color) =>
    (
      [
        ['light', lightPalette(color), LIGHT],
        ['dark', darkPalette(color), DARK],
      ] as const
    ).flatMap(([name, palette, scheme]) =>
      PAIRS.filter(
        ([text, page]) => contrast(colourOf(palette, scheme, text), colourOf(palette, scheme, page)) < 4.5,
      ).map(([text, page]) => `${name} ${color}: ${text} on ${page}`),
    ),
  );
  expect(unreadable.slice(0, 5)).toEqual([]);
});

it('names no token that the theme does not have', () => {
  for (const token of Object.keys({ ...lightPalette([0, 0, 0]), ...darkPalette([0, 0, 0]) })) {
    expect(TOKENS).toContain(`${token}: `);
  }
});

it.each([
  ['#1f5d4a', true],
  ['#000000', true],
  ['#ffffff', false],
  ['#ffd400', false],
  ['#6b6b6b', true],
  ['#747474', false],
])('decides on %s as the server does', (text, expected) => {
  const color = parse(text);
  expect(color !== null && isReadable(color)).toBe(expected);
});

it.each(['', '#123', '1f5d4a', '#1f5d4a;}', 'red', '#1g5d4a'])('%s is no colour', (text) => {
  expect(parse(text)).toBeNull();
});
