import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/fixtures';
import { type AlertOptions, Alerts } from './alerts';
import type { Claim } from './claims';
import { AttentionPreferences } from './preferences';

/** One browser: what one tab has claimed, no other can have. */
function browser({ isBeingRead = false } = {}) {
  const taken = new Set<string>();
  const claim: Claim = (name, forMs) => {
    if (taken.has(name)) return Promise.resolve(false);
    taken.add(name);
    setTimeout(() => taken.delete(name), forMs);
    return Promise.resolve(true);
  };
  const chime = vi.fn();
  const notify = vi.fn();
  const tab = (changes: Partial<AlertOptions> = {}) =>
    new Alerts({
      claim,
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

async function tell(...tabs: Alerts[]): Promise<void> {
  const told = Promise.all(tabs.map((tab) => tab.news(NEWS)));
  await vi.advanceTimersByTimeAsync(1_000);
  await told;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a message that several tabs hear of', () => {
  it('makes one sound and one notification', async () => {
    const { tab, chime, notify } = browser();
    await tell(tab(), tab(), tab());
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
  });

  it('makes none where somebody reads along in one of them', async () => {
    const { tab, chime, notify } = browser({ isBeingRead: true });
    await tell(tab(), tab({ isFocused: () => true, isOpen: () => true }), tab());
    expect(chime).not.toHaveBeenCalled();
    expect(notify).not.toHaveBeenCalled();
  });

  it('makes a sound and no notification where somebody looks at another conversation', async () => {
    const { tab, chime, notify } = browser();
    await tell(tab(), tab({ isFocused: () => true }));
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it('leaves the sound to a tab that may make one', async () => {
    const { tab, chime, notify } = browser();
    await tell(tab({ canChime: () => false }), tab());
    expect(chime).toHaveBeenCalledOnce();
    expect(notify).toHaveBeenCalledOnce();
  });

  it('makes none when it was read at once, elsewhere, or in a muted conversation', async () => {
    const { tab, chime, notify } = browser();
    await tell(tab({ isUnread: () => false }));
    await tell(tab({ isMuted: () => true }));
    expect(chime).not.toHaveBeenCalled();
    expect(notify).not.toHaveBeenCalled();
  });
});

it('two messages at once make one sound', async () => {
  const { tab, chime } = browser();
  const one = tab();
  await tell(one, one, one);
  expect(chime).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  await tell(one);
  expect(chime).toHaveBeenCalledTimes(2);
});

describe('the preferences', () => {
  it('are kept, and shared by the tabs', () => {
    const storage = memoryStorage();
    const here = new AttentionPreferences(storage);
    const there = new AttentionPreferences(storage);
    here.setSound(false);
    there.reread();
    expect(there.getSnapshot().hasSound).toBe(false);
    expect(new AttentionPreferences(storage).getSnapshot().hasSound).toBe(false);
  });

  it('never ask again who did not want to be asked', () => {
    const storage = memoryStorage();
    const preferences = new AttentionPreferences(storage);
    expect(preferences.getSnapshot().invitation).toBe('none');
    preferences.invite();
    expect(preferences.getSnapshot().invitation).toBe('wanted');
    preferences.dismiss();
    preferences.invite();
    expect(new AttentionPreferences(storage).getSnapshot().invitation).toBe('dismissed');
  });
});
