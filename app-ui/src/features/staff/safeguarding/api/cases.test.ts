import { expect, it, vi } from 'vitest';
import { saveCase } from './cases';

const headers = new Headers();
vi.mock('ui-kit/download', () => ({ downloadFrom: async () => ({ blob: new Blob(['abc']), headers }) }));
vi.mock('../../../../shared/lists/save-file', () => ({ saveFile: () => undefined }));

const save = () =>
  saveCase(
    { id: 'c1' },
    { reason: 'Police', language: 'en', withNotes: false },
    new AbortController().signal,
  );

it('the hash of a file comes from its header, and without one from its bytes', async () => {
  expect(await save()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  headers.set('repr-digest', `sha-256=:${btoa('\x00\x01\xff')}:`);
  expect(await save()).toBe('0001ff');
});
