import react from '@vitejs/plugin-react';
import { shell } from 'ui-kit/vite';
import { defineConfig } from 'vite';
import { apiDocs } from './api-docs/plugin.js';
import { serviceWorker } from './src/service-worker/plugin.js';

const server = process.env.MENTORHUB_DEV_SERVER ?? '127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), shell(), apiDocs(), serviceWorker()],
  server: {
    proxy: {
      '/api': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  build: {
    // The content policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
});
