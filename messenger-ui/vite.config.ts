import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { firstPaint } from 'ui-kit/first-paint';
import { shell } from 'ui-kit/vite';
import { defineConfig } from 'vite';

const paint = (file: string) => new URL(`src/first-paint/${file}`, import.meta.url);

/** The page of its own at /chat/messenger. app-ui takes the messenger from source and builds it itself. */
export default defineConfig({
  base: '/messenger/',
  plugins: [
    react(),
    shell(),
    firstPaint({
      css: paint('first-paint.css'),
      html: () => readFileSync(paint('first-paint.html'), 'utf8'),
    }),
  ],
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/ws': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
