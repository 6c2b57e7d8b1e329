import { describe, expect, it } from 'vitest';
import { wire } from '../testing/fixtures';
import { type ChatMessage, fromWire } from './message';
import { MessageChanges } from './message-changes';

const message = (seq: number, changed = 0, text = `text ${changed}`): ChatMessage =>
  fromWire(wire(seq, { changed, message: text }));
const reacted = (seq: number, changed: number, userIds: string[]): ChatMessage =>
  fromWire(wire(seq, { changed, reactions: [{ emoji: '👍', count: userIds.length, user_ids: userIds }] }));

/** A small generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('changes', () => {
  it('show the state with the higher number', () => {
    const changes = new MessageChanges('maya');
    changes.record(message(1, 4));
    changes.record(message(1, 2));
    expect(changes.applyTo([message(1)])[0]?.text).toBe('text 4');
    expect(changes.applyTo([message(1, 7)])[0]?.text).toBe('text 7');
    expect(changes.lastChange).toBe(4);
  });

  it('keep the identity of unchanged lists and messages', () => {
    const changes = new MessageChanges('maya');
    const list = [message(1), message(2)];
    expect(changes.applyTo(list)).toBe(list);
    changes.record(message(2, 1));
    const shown = changes.applyTo(list);
    expect(shown[0]).toBe(list[0]);
    expect(shown[1]).not.toBe(list[1]);
    expect(changes.applyTo(list)).toBe(shown);
  });

  it('keep the identity of other changed messages', () => {
    const changes = new MessageChanges('maya');
    const list = [{ ...message(1), tempId: 't1' }, message(2)];
    changes.record(message(1, 1));
    const [first] = changes.applyTo(list);
    changes.record(message(2, 2));
    expect(changes.applyTo(list)[0]).toBe(first);
    expect(first?.tempId).toBe('t1');
  });

  it('converge after lost, repeated and reordered changes', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed);
      const changes = new MessageChanges('maya');
      const truth = new Map<number, number>();
      const news: ChatMessage[] = [];
      for (let number = 1; number <= 30; number += 1) {
        const seq = 1 + Math.floor(next() * 5);
        truth.set(seq, number);
        news.push(message(seq, number));
      }
      for (let step = 0; step < 60; step += 1) {
        const one = news[Math.floor(next() * news.length)];
        if (one) changes.record(one);
      }
      // The server sends the last state of each message after a reconnect.
      for (const [seq, number] of truth) changes.record(message(seq, number));
      const shown = changes.applyTo([1, 2, 3, 4, 5].map((seq) => message(seq)));
      expect(shown.map(({ changed }) => changed)).toEqual([1, 2, 3, 4, 5].map((seq) => truth.get(seq) ?? 0));
    }
  });
});

describe('own reactions', () => {
  it('show until the server refuses', () => {
    const changes = new MessageChanges('maya');
    const list = [reacted(1, 1, ['tom'])];
    const shown = () => changes.applyTo(list)[0]?.reactions.map(({ emoji, count }) => `${emoji}${count}`);
    changes.addOptimisticReaction('m1', '👍', true);
    changes.addOptimisticReaction('m1', '🎉', true);
    expect(shown()).toEqual(['👍2', '🎉1']);
    changes.record(reacted(1, 2, ['tom', 'maya']));
    expect(shown()).toEqual(['👍2', '🎉1']);
    changes.removeOptimisticReaction('m1', '🎉');
    expect(shown()).toEqual(['👍2']);
  });

  it('reappear when their removal stays unanswered', () => {
    const changes = new MessageChanges('maya');
    const list = [reacted(1, 1, ['maya'])];
    changes.addOptimisticReaction('m1', '👍', false);
    expect(changes.applyTo(list)[0]?.reactions).toEqual([]);
    changes.clearOptimisticReactions();
    expect(changes.applyTo(list)[0]?.reactions).toHaveLength(1);
  });
});
