import { describe, expect, it, vi } from 'vitest';
import { Links } from './links';

const MINUTE = 60_000;

function setUp() {
  let now = 0;
  const createLink = vi.fn(async () => ({ url: `/new-${now}`, thumbnailUrl: null }));
  const links = new Links({ createLink, now: () => now });
  const file = { id: 'f', url: '/old', thumbnailUrl: null, linkedAt: 0 };
  return { links, createLink, file, pass: (minutes: number) => (now += minutes * MINUTE) };
}

describe('a link', () => {
  it('is used while it is valid', async () => {
    const { links, createLink, file, pass } = setUp();
    pass(8);
    await expect(links.fresh('c', file)).resolves.toMatchObject({ url: '/old' });
    expect(createLink).not.toHaveBeenCalled();
  });

  it('is renewed once before it expires', async () => {
    const { links, createLink, file, pass } = setUp();
    pass(9);
    const [first, second] = await Promise.all([links.fresh('c', file), links.fresh('c', file)]);
    expect(first).toBe(second);
    expect(first.url).toBe('/new-540000');
    expect(createLink).toHaveBeenCalledExactlyOnceWith('c', 'f');
    expect(links.of(file)).toBe(first);
  });

  it('is renewed again after each expiry', async () => {
    const { links, createLink, file, pass } = setUp();
    pass(30);
    await links.fresh('c', file);
    pass(8);
    await links.fresh('c', file);
    expect(createLink).toHaveBeenCalledTimes(1);
    pass(2);
    await links.fresh('c', file);
    expect(createLink).toHaveBeenCalledTimes(2);
  });

  it('from a newer page replaces a renewed one', async () => {
    const { links, file, pass } = setUp();
    pass(10);
    await links.renew('c', 'f');
    const newer = { ...file, url: '/newer', linkedAt: 11 * MINUTE };
    expect(links.of(newer)).toBe(newer);
  });

  it('can be retried after a failure', async () => {
    const { links, createLink } = setUp();
    createLink.mockRejectedValueOnce(new Error('away'));
    await expect(links.renew('c', 'f')).rejects.toThrow('away');
    await expect(links.renew('c', 'f')).resolves.toMatchObject({ url: '/new-0' });
  });
});
