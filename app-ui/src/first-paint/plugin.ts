import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { inAllLanguages } from './in-all-languages.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = createRequire(import.meta.url).resolve('ui-kit/tokens.css');

/** Without comments and line breaks. */
const compact = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, ' ');

/**
 * Replaces `<!--first-paint-->` in index.html: what the page shows while its scripts and style sheets load, in every
 * language, with its own styles.
 */
export function firstPaint(): Plugin {
  return {
    name: 'mentor-hub-first-paint',
    transformIndexHtml(html) {
      const styles = compact(readFileSync(tokens, 'utf8') + read('first-paint.css'));
      return html.replace(
        '<!--first-paint-->',
        () => `<style>${styles}</style>${inAllLanguages(read('first-paint.html'))}`,
      );
    },
  };
}
