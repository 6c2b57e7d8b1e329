import { describe, expect, it } from 'vitest';
import { wire } from '../testing/fixtures';
import { Changes } from './changes';
import { type ChatMessage, fromWire } from './message';

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
  it('of two states shows the one with the higher number, whatever came first', () => {
    const changes = new Changes('maya');
    changes.note(message(1, 4));
    changes.note(message(1, 2));
    expect(changes.over([message(1)])[0]?.text).toBe('text 4');
    expect(changes.over([message(1, 7)])[0]?.text).toBe('text 7');
    expect(changes.upto).toBe(4);
  });

  it('leaves lists and messages that did not change the same objects', () => {
    const changes = new Changes('maya');
    const list = [message(1), message(2)];
    expect(changes.over(list)).toBe(list);
    changes.note(message(2, 1));
    const shown = changes.over(list);
    expect(shown[0]).toBe(list[0]);
    expect(shown[1]).not.toBe(list[1]);
    expect(changes.over(list)).toBe(shown);
  });

  it('end with the last state however the news are lost, repeated and mixed, once the missing ones are told', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = random(seed);
      const changes = new Changes('maya');
      const truth = new Map<number, number>();
      const news: ChatMessage[] = [];
      for (let number = 1; number <= 30; number += 1) {
        const seq = 1 + Math.floor(next() * 5);
        truth.set(seq, number);
        news.push(message(seq, number));
      }
      for (let step = 0; step < 60; step += 1) {
        const one = news[Math.floor(next() * news.length)];
        if (one) changes.note(one);
      }
      // What the server says to whoever comes back: the last state of each message.
      for (const [seq, number] of truth) changes.note(message(seq, number));
      const shown = changes.over([1, 2, 3, 4, 5].map((seq) => message(seq)));
      expect(shown.map(({ changed }) => changed)).toEqual([1, 2, 3, 4, 5].map((seq) => truth.get(seq) ?? 0));
    }
  });
});

describe('own reactions', () => {
  it('show at once, stay when the server agrees, and go when it refuses', () => {
    const changes = new Changes('maya');
    const list = [reacted(1, 1, ['tom'])];
    const shown = () => changes.over(list)[0]?.reactions.map(({ emoji, count }) => `${emoji}${count}`);
    changes.wish('m1', '👍', true);
    changes.wish('m1', '🎉', true);
    expect(shown()).toEqual(['👍2', '🎉1']);
    changes.note(reacted(1, 2, ['tom', 'maya']));
    expect(shown()).toEqual(['👍2', '🎉1']);
    changes.settle('m1', '🎉');
    expect(shown()).toEqual(['👍2']);
  });

  it('are taken back at once, and are there again when nobody answers', () => {
    const changes = new Changes('maya');
    const list = [reacted(1, 1, ['maya'])];
    changes.wish('m1', '👍', false);
    expect(changes.over(list)[0]?.reactions).toEqual([]);
    changes.forgetWishes();
    expect(changes.over(list)[0]?.reactions).toHaveLength(1);
  });
});
