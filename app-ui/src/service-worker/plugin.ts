import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));

/**
 * The service worker as /sw.js: one classic script without a hash in its name, because browsers find a new one by asking
 * for the same address, and because the folder it lies in is what it may serve.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'mentor-hub-service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
        },
      });
      const outputs = Array.isArray(built) ? built : [built];
      const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
      const worker = chunks.find((one) => one.type === 'chunk');
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code });
    },
  };
}
