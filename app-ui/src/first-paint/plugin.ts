import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { inAllLanguages } from './in-all-languages.js';

/** Replaces `<!--first-paint-->` in index.html: what the page shows while its scripts load, in every language. */
export function firstPaint(): Plugin {
  return {
    name: 'mentor-hub-first-paint',
    transformIndexHtml(html) {
      const markup = readFileSync(new URL('first-paint.html', import.meta.url), 'utf8');
      return html.replace('<!--first-paint-->', () => inAllLanguages(markup));
    },
  };
}
