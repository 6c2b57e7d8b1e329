/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** `--mh-surface-raised` of the dark scheme, the lightest page behind texts. */
const DARK_PAGE: Rgb = [31, 43, 38];
/** `--mh-surface` of the dark scheme. */
const DARK_SURFACE: Rgb = [24, 34, 30];
/** `--mh-canvas` of the light scheme. */
const LIGHT_PAGE: Rgb = [243, 244, 238];

/** What WCAG 2.2 (1.4.3) demands of texts. */
const READABLE = 4.5;
/** A little more than that, for links on tinted pages. */
const CLEAR = 6;
/** How finely colours are made lighter. */
const STEP = 0.02;

/** The tokens of a scheme that follow the colour of a programme (ui-kit/src/theme/tokens.css). */
export type Palette = Readonly<Record<`--mh-${string}`, string>>;

export function parse(color: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (found === null) return null;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** A colour between two others; 0 is the first. */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};

const hex = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Moves a colour towards another one, as little as texts on `page` need. */
function readable(color: Rgb, towards: Rgb, page: Rgb, least: number): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const found = mix(color, towards, share);
    if (contrast(found, page) >= least) return found;
  }
  return towards;
}

/** Whether texts in a colour can be read on a light page, and white ones on it. The server decides in the same way. */
export const isReadable = (color: Rgb) => contrast(color, LIGHT_PAGE) >= READABLE;

/** A colour of the same kind that is just dark enough. */
export const readableColor = (color: Rgb) => hex(readable(color, BLACK, LIGHT_PAGE, READABLE));

export function lightPalette(color: Rgb): Palette {
  const soft = mix(color, WHITE, 0.87);
  const brand = mix(color, BLACK, 0.1);
  return {
    '--mh-accent': hex(color),
    '--mh-accent-hover': hex(mix(color, BLACK, 0.2)),
    '--mh-on-accent': hex(WHITE),
    '--mh-accent-soft': hex(soft),
    '--mh-on-accent-soft': hex(readable(mix(color, BLACK, 0.2), BLACK, soft, CLEAR)),
    '--mh-link': hex(color),
    '--mh-focus': hex(color),
    '--mh-bubble-own': hex(mix(color, WHITE, 0.84)),
    '--mh-tile': hex(brand),
    '--mh-brand': hex(brand),
    '--mh-on-brand-soft': hex(readable(mix(color, WHITE, 0.7), WHITE, brand, READABLE)),
  };
}

export function darkPalette(color: Rgb): Palette {
  const accent = readable(color, WHITE, DARK_PAGE, CLEAR);
  const soft = mix(color, DARK_SURFACE, 0.7);
  const brand = mix(mix(color, DARK_SURFACE, 0.6), BLACK, 0.15);
  const bubble = mix(color, DARK_SURFACE, 0.6);
  return {
    '--mh-accent': hex(accent),
    '--mh-accent-hover': hex(mix(accent, WHITE, 0.25)),
    '--mh-on-accent': hex(readable(mix(color, BLACK, 0.7), BLACK, accent, CLEAR)),
    '--mh-accent-soft': hex(soft),
    '--mh-on-accent-soft': hex(readable(mix(accent, WHITE, 0.4), WHITE, soft, CLEAR)),
    '--mh-link': hex(mix(accent, WHITE, 0.1)),
    '--mh-focus': hex(mix(accent, WHITE, 0.25)),
    '--mh-bubble-own': hex(bubble),
    '--mh-tile': hex(mix(mix(color, WHITE, 0.2), DARK_SURFACE, 0.2)),
    '--mh-brand': hex(brand),
    '--mh-on-brand-soft': hex(readable(mix(color, WHITE, 0.6), WHITE, brand, READABLE)),
  };
}
