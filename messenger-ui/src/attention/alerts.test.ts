import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/fixtures';
import { type AlertOptions, MessageAlerts } from './alerts';
import { AttentionPreferences } from './preferences';
import type { TabLock } from './tab-locks';

/** One browser: a name that one tab has locked, no other can lock. */
function browser({ isBeingRead = false } = {}) {
  const taken = new Set<string>();
  const lock: TabLock = (name, forMs) => {
    if (taken.has(name)) return Promise.resolve(false);
    taken.add(name);
    setTimeout(() => taken.delete(name), forMs);
    return Promise.resolve(true);
  };
  const chime = vi.fn();
  const notify = vi.fn();
  const tab = (changes: Partial<AlertOptions> = {}) =>
    new MessageAlerts({
      lock,
      isFocused: () => false,
      isOpen: () => false,
      isBeingRead: () => Promise.resolve(isBeingRead),
      isMuted: () => false,
      isUnread: () => true,
      canChime: () => true,
      chime,
      notify,
      ...changes,
    });
  return { tab, chime, notify };
}

const NEWS = { channelId: 'c', isTagged: false };

async function deliver(...tabs: MessageAlerts[]): Promise<void> {
  const handled = Promise.all(tabs.map((tab) => tab.handle(NEWS)));
  await vi.advanceTimersByTimeAsync(1_000);
  await handled;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a message in several tabs', () => {
  it('makes one sound and one notification', async () => {
    const { tab, chime, notify } = browser();
    await deliver(tab(), tab(), tab());
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
  });

  it('is silent while a tab shows the channel', async () => {
    const { tab, chime, notify } = browser({ isBeingRead: true });
    await deliver(tab(), tab({ isFocused: () => true, isOpen: () => true }), tab());
    expect(chime).not.toHaveBeenCalled();
    expect(notify).not.toHaveBeenCalled();
  });

  it('plays only a sound in another channel', async () => {
    const { tab, chime, notify } = browser();
    await deliver(tab(), tab({ isFocused: () => true }));
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it('plays the sound in a tab that may', async () => {
    const { tab, chime, notify } = browser();
    await deliver(tab({ canChime: () => false }), tab());
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
  });

  it('is silent for read and muted channels', async () => {
    const { tab, chime, notify } = browser();
    await deliver(tab({ isUnread: () => false }));
    await deliver(tab({ isMuted: () => true }));
    expect(chime).not.toHaveBeenCalled();
    expect(notify).not.toHaveBeenCalled();
  });
});

it('two messages at once make one sound', async () => {
  const { tab, chime } = browser();
  const one = tab();
  await deliver(one, one, one);
  expect(chime).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  await deliver(one);
  expect(chime).toHaveBeenCalledTimes(2);
});

describe('the preferences', () => {
  it('are kept, and shared by the tabs', () => {
    const storage = memoryStorage();
    const here = new AttentionPreferences(storage);
    const there = new AttentionPreferences(storage);
    here.setSound(false);
    there.reload();
    expect(there.getSnapshot().hasSound).toBe(false);
    expect(new AttentionPreferences(storage).getSnapshot().hasSound).toBe(false);
  });

  it('are not offered again after dismissal', () => {
    const storage = memoryStorage();
    const preferences = new AttentionPreferences(storage);
    expect(preferences.getSnapshot().invitation).toBe('none');
    preferences.offer();
    expect(preferences.getSnapshot().invitation).toBe('wanted');
    preferences.dismiss();
    preferences.offer();
    expect(new AttentionPreferences(storage).getSnapshot().invitation).toBe('dismissed');
  });
});
