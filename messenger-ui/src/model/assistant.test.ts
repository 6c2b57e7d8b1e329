import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssistantStore } from './assistant';

describe('an answer in progress', () => {
  let store: AssistantStore;
  const shown = () => store.getSnapshot().get('c');

  beforeEach(() => {
    vi.useFakeTimers();
    store = new AssistantStore();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('appears after half a second without answer', () => {
    store.questionSent('c', 'slow');
    vi.advanceTimersByTime(499);
    expect(shown()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual({ questionId: 'slow', text: '' });
    store.answerReceived('c', 'slow');
    expect(shown()).toBeUndefined();

    store.questionSent('c', 'quick');
    store.answerReceived('c', 'quick');
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBeUndefined();
  });

  it('never shrinks with lost or late deltas', () => {
    store.questionSent('c', 'q');
    store.deltaReceived('c', 'q', '');
    expect(shown()).toBeUndefined();
    store.deltaReceived('c', 'q', 'It is here');
    store.deltaReceived('c', 'q', 'It is');
    expect(shown()?.text).toBe('It is here');
    store.answerReceived('c', 'q');
    store.deltaReceived('c', 'q', 'It is here.');
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBeUndefined();
  });

  it('shows several questions in their order', () => {
    store.questionSent('c', 'first');
    store.questionSent('c', 'second');
    vi.advanceTimersByTime(500);
    expect(shown()?.questionId).toBe('first');
    store.answerReceived('c', 'first');
    expect(shown()?.questionId).toBe('second');
  });

  it('never stays for ever', () => {
    store.questionSent('c', 'q');
    vi.advanceTimersByTime(30_000);
    store.deltaReceived('c', 'q', 'It is');
    vi.advanceTimersByTime(59_999);
    expect(shown()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(shown()).toBeUndefined();
  });

  it('comes back for another try', () => {
    store.questionSent('c', 'q');
    store.answerReceived('c', 'q');
    store.questionRetried('c', 'q');
    vi.advanceTimersByTime(500);
    expect(shown()?.questionId).toBe('q');
    store.clear();
    expect(store.getSnapshot().size).toBe(0);
  });
});
