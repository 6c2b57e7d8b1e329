import type { Uploaded, UploadsOptions } from '../model/uploads';

interface Transfer {
  file: File;
  signal: AbortSignal;
  onProgress: (part: number) => void;
  arrive: () => void;
  fail: (error: unknown) => void;
}

/** Uploads that the test completes or fails. */
export function fakeTransfers() {
  const started: Transfer[] = [];
  const transfer: UploadsOptions['transfer'] = (channelId, file, { signal, onProgress }) =>
    new Promise<Uploaded>((resolve, reject) => {
      const id = `file-${started.length + 1}`;
      signal.addEventListener('abort', () => reject(signal.reason));
      started.push({
        file,
        signal,
        onProgress,
        arrive: () =>
          resolve({ id, attachmentName: file.name, type: file.type, url: `/api/${channelId}/${id}/` }),
        fail: reject,
      });
    });
  const nth = (number: number): Transfer => {
    const one = started[number];
    if (!one) throw new Error(`there were only ${started.length} uploads`);
    return one;
  };
  return { transfer, started, nth };
}

export const aFile = (name = 'mug.png', size = 7, type = 'image/png'): File => {
  const file = new File(['content'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
