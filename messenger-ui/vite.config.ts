import react from '@vitejs/plugin-react';
import { shell } from 'ui-kit/vite';
import { defineConfig } from 'vite';

/** The page of its own at /chat/messenger. app-ui takes the messenger from source and builds it itself. */
export default defineConfig({
  base: '/messenger/',
  plugins: [react(), shell()],
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
