import { readFileSync } from 'node:fs';
import { firstPaint } from 'ui-kit/first-paint';
import { inAllLanguages } from './in-all-languages.js';

/** The first paint of the app, with its texts in every language. */
export const appFirstPaint = () =>
  firstPaint({
    css: new URL('first-paint.css', import.meta.url),
    html: () => inAllLanguages(readFileSync(new URL('first-paint.html', import.meta.url), 'utf8')),
  });
