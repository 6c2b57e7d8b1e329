import { describe, expect, it, vi } from 'vitest';
import { Links } from './links';

const MINUTE = 60_000;

function setUp() {
  let now = 0;
  const mint = vi.fn(async () => ({ url: `/new-${now}`, thumbnailUrl: null }));
  const links = new Links({ mint, now: () => now });
  const file = { id: 'f', url: '/old', thumbnailUrl: null, linkedAt: 0 };
  return { links, mint, file, pass: (minutes: number) => (now += minutes * MINUTE) };
}

describe('a link', () => {
  it('is used as it came while it is young', async () => {
    const { links, mint, file, pass } = setUp();
    pass(8);
    await expect(links.fresh('c', file)).resolves.toMatchObject({ url: '/old' });
    expect(mint).not.toHaveBeenCalled();
  });

  it('is made anew before it ends, once for all who ask', async () => {
    const { links, mint, file, pass } = setUp();
    pass(9);
    const [first, second] = await Promise.all([links.fresh('c', file), links.fresh('c', file)]);
    expect(first).toBe(second);
    expect(first.url).toBe('/new-540000');
    expect(mint).toHaveBeenCalledExactlyOnceWith('c', 'f');
    expect(links.of(file)).toBe(first);
  });

  it('grows old again, for as long as the page is open', async () => {
    const { links, mint, file, pass } = setUp();
    pass(30);
    await links.fresh('c', file);
    pass(8);
    await links.fresh('c', file);
    expect(mint).toHaveBeenCalledTimes(1);
    pass(2);
    await links.fresh('c', file);
    expect(mint).toHaveBeenCalledTimes(2);
  });

  it('that came with a newer page of messages is preferred to an older one made here', async () => {
    const { links, file, pass } = setUp();
    pass(10);
    await links.renew('c', 'f');
    const newer = { ...file, url: '/newer', linkedAt: 11 * MINUTE };
    expect(links.of(newer)).toBe(newer);
  });

  it('can be asked for again after it could not be had', async () => {
    const { links, mint } = setUp();
    mint.mockRejectedValueOnce(new Error('away'));
    await expect(links.renew('c', 'f')).rejects.toThrow('away');
    await expect(links.renew('c', 'f')).resolves.toMatchObject({ url: '/new-0' });
  });
});
