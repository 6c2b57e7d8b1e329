import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssistantStore } from './assistant';

describe('the assistant at work', () => {
  let store: AssistantStore;
  const shown = () => store.getSnapshot().get('c');

  beforeEach(() => {
    vi.useFakeTimers();
    store = new AssistantStore();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows half a second after the question, and not for an answer that is faster', () => {
    store.asked('c', 'slow');
    vi.advanceTimersByTime(499);
    expect(shown()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual({ questionId: 'slow', text: '' });
    store.answered('c', 'slow');
    expect(shown()).toBeUndefined();

    store.asked('c', 'quick');
    store.answered('c', 'quick');
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBeUndefined();
  });

  it('grows and never shrinks, whatever is lost or comes late', () => {
    store.asked('c', 'q');
    store.grew('c', 'q', '');
    expect(shown()).toBeUndefined();
    store.grew('c', 'q', 'It is here');
    store.grew('c', 'q', 'It is');
    expect(shown()?.text).toBe('It is here');
    store.answered('c', 'q');
    store.grew('c', 'q', 'It is here.');
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBeUndefined();
  });

  it('waits for several answers in the order of the questions', () => {
    store.asked('c', 'first');
    store.asked('c', 'second');
    vi.advanceTimersByTime(500);
    expect(shown()?.questionId).toBe('first');
    store.answered('c', 'first');
    expect(shown()?.questionId).toBe('second');
  });

  it('never stays for ever', () => {
    store.asked('c', 'q');
    vi.advanceTimersByTime(30_000);
    store.grew('c', 'q', 'It is');
    vi.advanceTimersByTime(59_999);
    expect(shown()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(shown()).toBeUndefined();
  });

  it('comes back for another try', () => {
    store.asked('c', 'q');
    store.answered('c', 'q');
    store.askedAgain('c', 'q');
    vi.advanceTimersByTime(500);
    expect(shown()?.questionId).toBe('q');
    store.clear();
    expect(store.getSnapshot().size).toBe(0);
  });
});
