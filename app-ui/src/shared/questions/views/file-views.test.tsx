import { act, screen } from '@testing-library/react';
import { HttpError, NetworkError } from 'ui-kit';
import { afterEach, expect, it } from 'vitest';
import { showQuestions } from '../testing';
import type { Upload } from '../uploads';

afterEach(() => localStorage.clear());

const PICTURE = new File(['pixels'], 'desk.png', { type: 'image/png' });
const PDF = new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' });
const large = (name: string, type: string, megabytes: number) =>
  new File([new Uint8Array(megabytes * 1024 * 1024 + 1)], name, { type });

/** An upload that the test moves on. */
function controlledUpload() {
  const calls: {
    progress: (share: number) => void;
    done: () => void;
    fail: (error?: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const upload: Upload = (_, onProgress, signal) =>
    new Promise((resolve, reject) => {
      calls.push({
        progress: (share) => act(() => onProgress(share)),
        done: () => resolve({ file: `f${calls.length}`, url: 'blob:desk' }),
        fail: (error = new NetworkError()) => reject(error),
        signal,
      });
    });
  return { upload, calls };
}

const chooser = (container: HTMLElement) => {
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file input');
  return input;
};

it.each([
  ['SingleImageUpload', large('a.png', 'image/png', 2), 'Please choose a picture of 2 MB at most.'],
  ['ImageResponse', large('a.jpg', 'image/jpeg', 4), 'Please choose a picture of 4 MB at most.'],
  ['Document', large('a.pdf', 'application/pdf', 4), 'Please choose a document of 4 MB at most.'],
  [
    'ImageResponse',
    new File(['text'], 'a.txt', { type: 'text/plain' }),
    'File selected is a not an image file. Please upload a jpeg or png file.',
  ],
  ['Document', PICTURE, 'Please choose a PDF file.'],
  [
    'Document',
    new File([], 'a.pdf', { type: 'application/pdf' }),
    'This file is empty. Please choose another one.',
  ],
] as const)('%s: file %# is refused before it is uploaded', async (type, file, message) => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type }], { upload });
  const input = chooser(view.container);
  input.removeAttribute('accept');
  await view.user.upload(input, file);
  expect(view.container.querySelector('[data-status="refused"]')?.textContent).toContain(message);
  expect(calls).toEqual([]);
});

it('upload shows progress, fails, is retried and answers', async () => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type: 'SingleImageUpload' }], { upload });
  await view.user.upload(chooser(view.container), PICTURE);
  calls[0]?.progress(0.4);
  expect(screen.getByRole('progressbar', { name: 'Uploading desk.png' })).toHaveProperty('value', 0.4);
  await view.problem('The file is still being uploaded. Please wait a moment.');
  await act(async () => calls[0]?.fail());
  expect(screen.queryByRole('progressbar')).toBeNull();
  await view.user.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => calls[1]?.done());
  expect(screen.getByRole('img', { name: 'desk.png' })).toBeDefined();
  expect(await view.sent()).toEqual({ SingleImageUpload: { file: 'f2' } });
});

it.each([
  [
    'SingleImageUpload',
    'file_broken',
    'File selected is a not an image file. Please upload a jpeg or png file.',
  ],
  ['SingleImageUpload', 'file_too_large', 'Please choose a picture of 2 MB at most.'],
  ['ImageResponse', 'file_too_large', 'Please choose a picture of 4 MB at most.'],
  [
    'Document',
    'file_broken',
    'This PDF cannot be used. Please choose another one, without a password or files inside.',
  ],
] as const)('%s: %s of the server is no reason to try again', async (type, code, message) => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type }], { upload });
  await view.user.upload(chooser(view.container), type === 'Document' ? PDF : PICTURE);
  await act(async () => calls[0]?.fail(new HttpError({ status: 422, code, message: '' })));
  expect(view.container.querySelector('[data-status="refused"]')?.textContent).toBe(message);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('upload can be stopped, and a late answer changes nothing', async () => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type: 'Document' }], { upload });
  await view.user.upload(chooser(view.container), PDF);
  await view.user.click(screen.getByRole('button', { name: 'Stop uploading cv.pdf' }));
  expect(calls[0]?.signal.aborted).toBe(true);
  await act(async () => calls[0]?.done());
  await view.problem('Field is mandatory');
});

it('file can be replaced and removed', async () => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type: 'Document' }], { upload });
  await view.user.upload(chooser(view.container), PDF);
  await act(async () => calls[0]?.done());
  expect(await view.sent()).toEqual({ Document: { file: 'f1' } });
  expect(screen.getByText('Document display not supported on your device.')).toBeDefined();
  await view.user.upload(chooser(view.container), new File(['%PDF'], 'new.pdf', { type: 'application/pdf' }));
  await act(async () => calls[1]?.done());
  expect(await view.sent()).toEqual({ Document: { file: 'f2' } });
  await view.user.click(screen.getByRole('button', { name: 'Remove new.pdf' }));
  await view.problem('Field is mandatory');
});

it('picture needs a title, which a new picture keeps', async () => {
  const { upload, calls } = controlledUpload();
  const view = showQuestions([{ type: 'ImageResponse' }], { upload });
  await view.user.upload(chooser(view.container), PICTURE);
  await act(async () => calls[0]?.done());
  await view.problem('Title is mandatory');
  const title = screen.getByLabelText('Title of your picture');
  expect(document.activeElement).toBe(title);
  await view.user.type(title, ' My desk ');
  await view.user.upload(chooser(view.container), PICTURE);
  await act(async () => calls[1]?.done());
  expect(await view.sent()).toEqual({ ImageResponse: { file: 'f2', title: 'My desk' } });
});
