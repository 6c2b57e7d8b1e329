import type { Plugin } from 'vite';

export function firstPaint(paint: { html: () => string; css: URL }): Plugin;
