import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstLink, LinkFinder, type LinkPreview } from './link-preview';

/** The tests of the server read the same file. */
const SAMPLES = resolve(import.meta.dirname, '../../../egress/tests/links.json');

const page = (url: string): LinkPreview => ({ title: `About ${url}`, description: '', image: null, url });

/** A finder whose look-ups the test answers. */
function setUp() {
  const asked: { link: string; signal: AbortSignal; answer: (preview: LinkPreview | null) => void }[] = [];
  const finder = new LinkFinder(
    (link, signal) =>
      new Promise((resolve, reject) => {
        const answer = (preview: LinkPreview | null) =>
          preview ? resolve(preview) : reject(new Error('no_preview'));
        asked.push({ link, signal, answer });
      }),
  );
  const links = () => asked.map(({ link }) => link);
  const answer = async (index: number, preview: LinkPreview | null) => {
    asked[index]?.answer(preview);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { finder, asked, links, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the first link', () => {
  const samples = JSON.parse(readFileSync(SAMPLES, 'utf8')) as { text: string; link: string | null }[];

  it.each(samples)("of $text matches the server's", ({ text, link }) => {
    expect(firstLink(text)).toBe(link);
  });
});

describe('a link', () => {
  it('is looked up 700 ms after typing stops', async () => {
    const { finder, links, answer } = setUp();
    finder.textChanged('see https://a.example/x');
    vi.advanceTimersByTime(699);
    finder.textChanged('see https://a.example/x now');
    vi.advanceTimersByTime(699);
    expect(links()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(links()).toEqual(['https://a.example/x']);
    expect(finder.getSnapshot()).toMatchObject({ isLoading: true, preview: null });
    await answer(0, page('https://a.example/x'));
    expect(finder.getSnapshot()).toMatchObject({
      isLoading: false,
      preview: { title: 'About https://a.example/x' },
    });
  });

  it('that replaces another has a longer delay', async () => {
    const { finder, links, answer } = setUp();
    finder.textChanged('https://a.example/');
    vi.advanceTimersByTime(700);
    await answer(0, page('https://a.example/'));
    finder.textChanged('https://b.example/');
    expect(finder.getSnapshot().preview).toBeNull();
    vi.advanceTimersByTime(1_999);
    expect(links()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(links()).toEqual(['https://a.example/', 'https://b.example/']);
  });

  it('typed letter by letter is one link', async () => {
    const { finder, links, answer } = setUp();
    const type = (link: string, wait: number) => {
      for (const end of [link.length - 2, link.length - 1, link.length]) {
        vi.advanceTimersByTime(wait);
        finder.textChanged(link.slice(0, end));
      }
    };
    type('https://a.example/', 500);
    vi.advanceTimersByTime(700);
    expect(links()).toEqual(['https://a.example/']);
    await answer(0, page('https://a.example/'));
    type('https://b.example/', 1_500);
    vi.advanceTimersByTime(2_000);
    expect(links()).toEqual(['https://a.example/', 'https://b.example/']);
  });

  it('is fetched once while it is known', async () => {
    const { finder, links, answer } = setUp();
    finder.textChanged('https://a.example/');
    vi.advanceTimersByTime(700);
    await answer(0, page('https://a.example/'));
    finder.textChanged('https://a.example/ and more');
    finder.textChanged('');
    expect(finder.getSnapshot()).toMatchObject({ link: null, preview: null });
    finder.textChanged('https://a.example/');
    expect(finder.getSnapshot().preview).not.toBeNull();
    vi.advanceTimersByTime(10_000);
    expect(links()).toHaveLength(1);
  });

  it('without preview is fetched once', async () => {
    const { finder, links, answer } = setUp();
    finder.textChanged('https://a.example/');
    vi.advanceTimersByTime(700);
    await answer(0, null);
    expect(finder.getSnapshot()).toMatchObject({ isLoading: false, preview: null });
    finder.textChanged('https://a.example/ ...');
    vi.advanceTimersByTime(10_000);
    expect(links()).toHaveLength(1);
  });

  it('is cancelled when removed', async () => {
    const { finder, asked, answer } = setUp();
    finder.textChanged('https://a.example/');
    vi.advanceTimersByTime(700);
    finder.textChanged('nothing');
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(0, page('https://a.example/'));
    expect(finder.getSnapshot()).toEqual({ link: null, preview: null, isLoading: false });
  });

  it('stays dismissed until the message is sent', async () => {
    const { finder, links, answer } = setUp();
    const text = 'https://a.example/';
    finder.textChanged(text);
    vi.advanceTimersByTime(700);
    await answer(0, page(text));
    finder.dismiss();
    finder.textChanged(`${text} again`);
    vi.advanceTimersByTime(10_000);
    expect(finder.getSnapshot().preview).toBeNull();
    expect(finder.takeLink(text)).toBeNull();
    finder.textChanged(text);
    expect(finder.getSnapshot().preview).not.toBeNull();
    expect(links()).toHaveLength(1);
  });
});

describe('a message', () => {
  it('takes its link and preview', async () => {
    const { finder, answer } = setUp();
    const text = 'look: https://a.example/';
    finder.textChanged(text);
    expect(finder.takeLink(text)).toEqual({ link: 'https://a.example/', preview: null });
    finder.textChanged(text);
    vi.advanceTimersByTime(700);
    await answer(0, page('https://a.example/'));
    expect(finder.takeLink(text)?.preview?.title).toBe('About https://a.example/');
    expect(finder.getSnapshot().link).toBeNull();
    expect(finder.takeLink('no link')).toBeNull();
  });
});
