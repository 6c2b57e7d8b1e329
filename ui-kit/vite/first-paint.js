import { readFileSync } from 'node:fs';

const TOKENS = new URL('../src/theme/tokens.css', import.meta.url);

/**
 * Replaces `<!--first-paint-->` in index.html: what the page shows while its scripts and style sheets load, with the tokens
 * and its own styles.
 * @param {{ html: () => string, css: URL }} paint
 * @returns {import('vite').Plugin}
 */
export function firstPaint({ html, css }) {
  return {
    name: 'mentor-hub-first-paint',
    transformIndexHtml(page) {
      const styles = compact(readFileSync(TOKENS, 'utf8') + readFileSync(css, 'utf8'));
      return page.replace('<!--first-paint-->', () => `<style>${styles}</style>${html()}`);
    },
  };
}

/**
 * Without comments and line breaks.
 * @param {string} css
 */
const compact = (css) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, ' ');
