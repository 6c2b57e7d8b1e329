import { darkPalette, lightPalette, type Palette, parse } from './palette';

declare global {
  interface Window {
    /** The sheet of the colours of a programme; the boot script (ui-kit/vite/boot.js) makes it before the first paint. */
    appearanceSheet?: CSSStyleSheet;
  }
}

/** The boot script reads this key. */
const KEY = 'mh-appearance';

const rule = (scheme: string, palette: Palette) =>
  // Twice, so that it counts more than the theme.
  `:root:root[data-mantine-color-scheme="${scheme}"]{${Object.entries(palette)
    .map(([token, color]) => `${token}:${color}`)
    .join(';')}}`;

/** Shows the pages in the colour of a programme; null for that of the product. Kept for the next first paint. */
export function applyColor(text: string | null): void {
  const color = text === null ? null : parse(text);
  const css = color === null ? '' : rule('light', lightPalette(color)) + rule('dark', darkPalette(color));
  if (window.appearanceSheet === undefined) {
    window.appearanceSheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(window.appearanceSheet);
  }
  window.appearanceSheet.replaceSync(css);
  try {
    if (css === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, css);
  } catch {
    // Without storage the next first paint has the colours of the product.
  }
}
