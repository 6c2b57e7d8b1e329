import type { Plugin } from 'vite';

export function shell(options?: { preloads?: Record<string, string[]> }): Plugin;
