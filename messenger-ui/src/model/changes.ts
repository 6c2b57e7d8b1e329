import type { ChatMessage, Reaction } from './message';

interface Wish {
  msgId: string;
  emoji: string;
  on: boolean;
}

/**
 * What changed in the messages of a channel after they were sent, laid over its history: a change may come before, with
 * or after the page its message is on, and of two states the one with the higher number counts. One's own reactions show
 * at once, until the server has said what became of them.
 */
export class Changes {
  /** Everything up to this change is known here. */
  upto = 0;
  private readonly latest = new Map<string, ChatMessage>();
  private readonly selfId: string;
  private wishes: readonly Wish[] = [];
  /** What was shown for a list, so that it stays the same object while nothing changes. */
  private shown = new WeakMap<readonly ChatMessage[], readonly ChatMessage[]>();

  constructor(selfId: string) {
    this.selfId = selfId;
  }

  /** A message as it is now. */
  note(message: ChatMessage): void {
    this.upto = Math.max(this.upto, message.changed);
    const before = this.latest.get(message.msgId);
    if (!before || before.changed < message.changed) this.latest.set(message.msgId, message);
    this.wishes = this.wishes.filter(
      ({ msgId, emoji, on }) => msgId !== message.msgId || has(message.reactions, emoji, this.selfId) !== on,
    );
    this.shown = new WeakMap();
  }

  /** A reaction that the server was asked for. */
  wish(msgId: string, emoji: string, on: boolean): void {
    this.settle(msgId, emoji);
    this.wishes = [...this.wishes, { msgId, emoji, on }];
  }

  /** The server refused it. */
  settle(msgId: string, emoji: string): void {
    this.wishes = this.wishes.filter((wish) => wish.msgId !== msgId || wish.emoji !== emoji);
    this.shown = new WeakMap();
  }

  /** Nobody answers any more what was asked for. */
  forgetWishes(): void {
    this.wishes = [];
    this.shown = new WeakMap();
  }

  clear(): void {
    this.latest.clear();
    this.forgetWishes();
    this.upto = 0;
  }

  /** The messages as they are now. Those that did not change are the same objects, and so is the list. */
  over(messages: readonly ChatMessage[]): readonly ChatMessage[] {
    if (this.latest.size === 0 && this.wishes.length === 0) return messages;
    const known = this.shown.get(messages);
    if (known) return known;
    const next = messages.map((message) => this.now(message));
    const shown = next.some((message, i) => message !== messages[i]) ? next : messages;
    this.shown.set(messages, shown);
    return shown;
  }

  private now(message: ChatMessage): ChatMessage {
    const changed = this.latest.get(message.msgId);
    // The name it had while it was waiting is the key of its row.
    const known =
      changed && changed.changed > message.changed ? { ...changed, tempId: message.tempId } : message;
    const wishes = this.wishes.filter((wish) => wish.msgId === message.msgId);
    if (wishes.length === 0) return known;
    const reactions = wishes.reduce((list, wish) => withWish(list, wish, this.selfId), known.reactions);
    return { ...known, reactions };
  }
}

export const has = (reactions: readonly Reaction[], emoji: string, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

function withWish(reactions: readonly Reaction[], { emoji, on }: Wish, selfId: string): readonly Reaction[] {
  if (has(reactions, emoji, selfId) === on) return reactions;
  if (on && !reactions.some((reaction) => reaction.emoji === emoji)) {
    return [...reactions, { emoji, count: 1, userIds: [selfId] }];
  }
  return reactions.flatMap((reaction) => {
    if (reaction.emoji !== emoji) return [reaction];
    const userIds = on ? [...reaction.userIds, selfId] : reaction.userIds.filter((id) => id !== selfId);
    const count = reaction.count + (on ? 1 : -1);
    return count > 0 ? [{ emoji, count, userIds }] : [];
  });
}
