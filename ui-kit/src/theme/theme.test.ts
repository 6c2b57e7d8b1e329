import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cssVariables, theme } from './theme';

const TOKENS = readFileSync('ui-kit/src/theme/tokens.css', 'utf8');
const [, LIGHT = '', DARK = ''] = TOKENS.split('color-scheme: ');

/** Returns a token of one scheme as an sRGB colour. */
function colour(scheme: string, token: string): string {
  return new RegExp(`${token}: (#[0-9a-f]{6});`).exec(scheme)?.[1] ?? '';
}

/** Returns the relative luminance of a colour as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('neutral scales are made of tokens of both schemes', () => {
  const { variables } = cssVariables({} as never);
  const values = [...(theme.colors?.gray ?? []), ...(theme.colors?.dark ?? []), ...Object.values(variables)];
  expect(values.length).toBeGreaterThan(20);
  for (const value of values) {
    const token = /^var\((--mh-[a-z-]+)\)$/.exec(value)?.[1] ?? '';
    expect(LIGHT, value).toContain(`${token}: `);
    expect(DARK, value).toContain(`${token}: `);
  }
});

it.each([
  ['light', LIGHT],
  ['dark', DARK],
])('disabled text is readable in the %s scheme', (_, scheme) => {
  const disabled = colour(scheme, '--mh-disabled');
  expect(contrast(colour(scheme, '--mh-on-disabled'), disabled)).toBeGreaterThanOrEqual(4.5);
  expect(disabled).not.toBe(colour(scheme, '--mh-surface'));
});
