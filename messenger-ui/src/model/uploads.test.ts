import { HttpError, NetworkError } from 'ui-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFile, fakeTransfers } from '../testing/transfers';
import { MAX_FILE_BYTES } from './files';
import { Uploads } from './uploads';

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
  const chosen = () => uploads.chosenIn('c');
  return { ...transfers, uploads, settle, chosen };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('choosing', () => {
  it('takes a GIF of the search as it is: nothing is uploaded', () => {
    const { uploads, started, chosen } = setUp();
    const gif = { id: 'g', name: 'Happy cat', url: '/full', previewUrl: '/moves', stillUrl: '/still' };
    uploads.choose('c', [aFile()]);
    uploads.chooseGif('c', { ...gif, width: 320, height: 240 });
    expect(started).toHaveLength(1);
    expect(chosen()).toMatchObject({ name: 'Happy cat', type: 'gif', status: 'done', preview: '/still' });
    expect(uploads.take('c')?.uploaded?.url).toBe('/full');
    expect(chosen()).toBeUndefined();
  });

  it('begins the upload at once, with a picture and its size', async () => {
    const { uploads, started, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    expect(started).toHaveLength(1);
    await settle();
    expect(chosen()).toMatchObject({ name: 'mug.png', status: 'uploading', width: 40, height: 30 });
    expect(chosen()?.preview).toMatch(/^blob:/);
    expect(uploads.chosenIn('other')).toBeUndefined();
  });

  it('says what is wrong and keeps what was chosen before', () => {
    const { uploads, chosen } = setUp();
    uploads.choose('c', [aFile('good.pdf')]);
    uploads.choose('c', [aFile('bad.exe')]);
    expect(uploads.getSnapshot().problems.get('c')).toBe('type');
    uploads.choose('c', [aFile('big.pdf', MAX_FILE_BYTES + 1)]);
    expect(uploads.getSnapshot().problems.get('c')).toBe('size');
    expect(chosen()?.name).toBe('good.pdf');
    uploads.choose('c', [aFile('next.pdf'), aFile('more.pdf')]);
    expect(uploads.getSnapshot().problems.get('c')).toBe('many');
    expect(chosen()?.name).toBe('next.pdf');
    uploads.choose('c', [aFile('last.pdf')]);
    expect(uploads.getSnapshot().problems.size).toBe(0);
  });

  it('of another one ends the first upload', () => {
    const { uploads, nth, chosen } = setUp();
    uploads.choose('c', [aFile('one.pdf')]);
    uploads.choose('c', [aFile('two.pdf')]);
    expect(nth(0).signal.aborted).toBe(true);
    expect(chosen()?.name).toBe('two.pdf');
    expect(uploads.getSnapshot().byId.size).toBe(1);
  });
});

describe('an upload', () => {
  it('tells how far it is, and where the file is in the end', async () => {
    const { uploads, nth, chosen, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).onProgress(0.4);
    expect(chosen()?.progress).toBe(0.4);
    nth(0).arrive();
    await settle();
    expect(chosen()).toMatchObject({ status: 'done', uploaded: { id: 'file-1', url: '/api/c/file-1/' } });
  });

  it('goes on by itself after the network failed, later from time to time', async () => {
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

  it('does not wait for its timer when the network is back, and waits as long as it is told', async () => {
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

  it('that was refused stays, with the reason, until it is tried again', async () => {
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

  it('is given up with its file', () => {
    const { uploads, nth, chosen } = setUp();
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    uploads.choose('c', [aFile()]);
    uploads.dismiss('c');
    expect(chosen()).toBeUndefined();
    expect(nth(0).signal.aborted).toBe(true);
    expect(revoke).toHaveBeenCalledOnce();
    expect(uploads.retry('u1')).toBe(false);
  });
});

describe('afterwards', () => {
  it('the picture of a sent file stays until the end of the session', async () => {
    const { uploads, nth, settle } = setUp();
    uploads.choose('c', [aFile()]);
    nth(0).arrive();
    await settle();
    const taken = uploads.take('c');
    expect(uploads.chosenIn('c')).toBeUndefined();
    uploads.release(taken?.id ?? '');
    expect(uploads.ownPicture('file-1')).toBe(taken?.preview);
    uploads.clear();
    expect(uploads.ownPicture('file-1')).toBeUndefined();
  });

  it('a file goes back into a composer that is free, and into no other', () => {
    const { uploads } = setUp();
    uploads.choose('c', [aFile('one.pdf')]);
    const one = uploads.take('c')?.id ?? '';
    uploads.choose('c', [aFile('two.pdf')]);
    expect(uploads.putBack(one)).toBe(false);
    uploads.dismiss('c');
    expect(uploads.putBack(one)).toBe(true);
    expect(uploads.chosenIn('c')?.name).toBe('one.pdf');
  });
});
