import { HttpError, NetworkError } from 'ui-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFile, fakeTransfers } from '../testing/transfers';
import { MAX_FILE_BYTES } from './files';
import { MAX_CHOSEN_FILES, Uploads } from './uploads';

const refusal = (status: number, code: string, retryAfter: number | null = null) =>
  new HttpError({ status, code, message: '', retryAfter });

function setUp() {
  const transfers = fakeTransfers();
  let ids = 0;
  const uploads = new Uploads({
    transfer: transfers.transfer,
    measure: async () => ({ width: 40, height: 30 }),
    newId: () => `u${++ids}`,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const chosen = () => uploads.chosenIn('c').at(-1);
  return { ...transfers, uploads, settle, chosen };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('choosing', () => {
  it('takes a GIF without upload', () => {
    const { uploads, started, chosen } = setUp();
    const gif = { id: 'g', name: 'Happy cat', url: '/full', previewUrl: '/moves', stillUrl: '/still' };
    uploads.choose('c', [aFile()]);
    uploads.chooseGif('c', { ...gif, width: 320, height: 240 });
    expect(started).toHaveLength(1);
    expect(chosen()).toMatchObject({ name: 'Happy cat', type: 'gif', status: 'done', preview: '/still' });
    expect(uploads.takeChosen('c').map(({ name }) => name)).toEqual(['mug.png', 'Happy cat']);
    expect(chosen()).toBeUndefined();
  });

  it('starts the upload with a preview', async () => {
    const { uploads, started, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    expect(started).toHaveLength(1);
    await settle();
    expect(chosen()).toMatchObject({ name: 'mug.png', status: 'uploading', width: 40, height: 30 });
    expect(chosen()?.preview).toMatch(/^blob:/);
    expect(uploads.chosenIn('other')).toEqual([]);
  });

  it('reports an invalid file and keeps the previous', () => {
    const { uploads, chosen } = setUp();
    uploads.choose('c', [aFile('good.pdf')]);
    uploads.choose('c', [aFile('bad.exe')]);
    expect(uploads.getSnapshot().problems.get('c')).toBe('type');
    uploads.choose('c', [aFile('big.pdf', MAX_FILE_BYTES + 1)]);
    expect(uploads.getSnapshot().problems.get('c')).toBe('size');
    expect(chosen()?.name).toBe('good.pdf');
    uploads.choose('c', [aFile('next.pdf')]);
    expect(uploads.getSnapshot().problems.size).toBe(0);
  });

  it('of several files keeps their order', () => {
    const { uploads, started } = setUp();
    uploads.choose('c', [aFile('one.pdf'), aFile('two.exe'), aFile('three.pdf')]);
    uploads.choose('c', [aFile('four.pdf')]);
    expect(started.map(({ file }) => file.name)).toEqual(['one.pdf', 'three.pdf', 'four.pdf']);
    expect(uploads.chosenIn('c').map(({ name }) => name)).toEqual(['one.pdf', 'three.pdf', 'four.pdf']);
  });

  it('of too many files keeps the first', () => {
    const { uploads } = setUp();
    const files = Array.from({ length: MAX_CHOSEN_FILES + 1 }, (_, index) => aFile(`${index}.pdf`));
    uploads.choose('c', files);
    expect(uploads.chosenIn('c')).toHaveLength(MAX_CHOSEN_FILES);
    expect(uploads.getSnapshot().problems.get('c')).toBe('many');
  });
});

describe('an upload', () => {
  it('reports its progress and its result', async () => {
    const { uploads, nth, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).onProgress(0.4);
    expect(chosen()?.progress).toBe(0.4);
    nth(0).arrive();
    await settle();
    expect(chosen()).toMatchObject({ status: 'done', uploaded: { id: 'file-1', url: '/api/c/file-1/' } });
  });

  it('retries network errors with backoff', async () => {
    const { uploads, started, nth, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).fail(new NetworkError('away'));
    await settle();
    expect(chosen()?.status).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(2);
    nth(1).fail(refusal(503, 'unavailable'));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    nth(2).arrive();
    await settle();
    expect(chosen()?.status).toBe('done');
  });

  it('resumes at once and respects retry delays', async () => {
    const { uploads, started, nth, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).fail(refusal(429, 'rate_limited', 60));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(started).toHaveLength(1);
    uploads.resume();
    await settle();
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toHaveLength(2);
  });

  it('keeps a refusal until retried', async () => {
    const { uploads, started, nth, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).fail(refusal(422, 'attachment_broken'));
    await settle();
    uploads.resume();
    expect(chosen()).toMatchObject({ status: 'refused', failure: 'attachment_broken' });
    expect(started).toHaveLength(1);
    expect(uploads.retry(chosen()?.id ?? '')).toBe(true);
    expect(chosen()).toMatchObject({ status: 'uploading', failure: null });
    expect(started).toHaveLength(2);
  });

  it('is aborted when dismissed', () => {
    const { uploads, nth, chosen } = setUp();
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    uploads.choose('c', [aFile()]);
    uploads.dismiss('c', chosen()?.id ?? '');
    expect(chosen()).toBeUndefined();
    expect(nth(0).signal.aborted).toBe(true);
    expect(revoke).toHaveBeenCalledOnce();
    expect(uploads.retry('u1')).toBe(false);
  });
});

describe('after sending', () => {
  it('the preview of a sent file is kept', async () => {
    const { uploads, nth, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).arrive();
    await settle();
    const [taken] = uploads.takeChosen('c');
    expect(uploads.chosenIn('c')).toEqual([]);
    uploads.release(taken?.id ?? '');
    expect(uploads.sentPreview('file-1')).toBe(taken?.preview);
    uploads.clear();
    expect(uploads.sentPreview('file-1')).toBeUndefined();
  });

  it('a file returns to the composer', () => {
    const { uploads } = setUp();
    uploads.choose('c', [aFile('one.pdf')]);
    const one = uploads.takeChosen('c')[0]?.id ?? '';
    uploads.choose('c', [aFile('two.pdf')]);
    expect(uploads.putBack(one)).toBe(true);
    expect(uploads.chosenIn('c').map(({ name }) => name)).toEqual(['two.pdf', 'one.pdf']);
  });
});
