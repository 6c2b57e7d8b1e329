import { NetworkError } from 'ui-kit';
import type { Upload } from '../../shared/questions/uploads';

export const UPLOAD_MODES = ['works', 'fails', 'stalls'] as const;
export type UploadMode = (typeof UPLOAD_MODES)[number];

const STEPS = 8;
const STEP_MS = 120;

/** Stays in the page: the file gets an address of the browser, which ends with the page. */
export const fakeUpload =
  (mode: UploadMode): Upload =>
  (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      let step = 0;
      const timer = setInterval(() => {
        step += 1;
        const isHalf = step >= STEPS / 2;
        if (mode === 'stalls' && isHalf) return clearInterval(timer);
        onProgress(step / STEPS);
        if (mode === 'fails' && isHalf) {
          clearInterval(timer);
          reject(new NetworkError());
        } else if (step === STEPS) {
          clearInterval(timer);
          resolve({ file: crypto.randomUUID(), url: URL.createObjectURL(file) });
        }
      }, STEP_MS);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        reject(signal.reason);
      });
    });
