import type { ChatMessage, Reaction } from './message';

interface OptimisticReaction {
  msgId: string;
  emoji: string;
  on: boolean;
}

/**
 * Later states of a channel's messages and the person's optimistic reactions, applied over the history. A change may
 * arrive before, with or after the page of its message; the higher change number wins.
 */
export class MessageChanges {
  /** The newest change received. */
  lastChange = 0;
  private readonly latest = new Map<string, ChatMessage>();
  private readonly selfId: string;
  private optimisticReactions: readonly OptimisticReaction[] = [];
  /** Results per list, so that an unchanged list keeps its identity. */
  private results = new WeakMap<readonly ChatMessage[], readonly ChatMessage[]>();

  constructor(selfId: string) {
    this.selfId = selfId;
  }

  /** Records a later state of a message. */
  record(message: ChatMessage): void {
    this.lastChange = Math.max(this.lastChange, message.changed);
    const before = this.latest.get(message.msgId);
    if (!before || before.changed < message.changed) this.latest.set(message.msgId, message);
    this.optimisticReactions = this.optimisticReactions.filter(
      ({ msgId, emoji, on }) =>
        msgId !== message.msgId || hasReaction(message.reactions, emoji, this.selfId) !== on,
    );
    this.results = new WeakMap();
  }

  /** Whether the newest received state of a message says that it was deleted. */
  isDeleted({ msgId, deletedOn }: ChatMessage): boolean {
    return deletedOn !== null || (this.latest.get(msgId)?.deletedOn ?? null) !== null;
  }

  /** Shows a requested reaction until the server answers. */
  addOptimisticReaction(msgId: string, emoji: string, on: boolean): void {
    this.removeOptimisticReaction(msgId, emoji);
    this.optimisticReactions = [...this.optimisticReactions, { msgId, emoji, on }];
  }

  /** Removes a refused reaction. */
  removeOptimisticReaction(msgId: string, emoji: string): void {
    this.optimisticReactions = this.optimisticReactions.filter(
      (reaction) => reaction.msgId !== msgId || reaction.emoji !== emoji,
    );
    this.results = new WeakMap();
  }

  /** Removes all requested reactions, because a lost connection brings no answers. */
  clearOptimisticReactions(): void {
    this.optimisticReactions = [];
    this.results = new WeakMap();
  }

  clear(): void {
    this.latest.clear();
    this.clearOptimisticReactions();
    this.lastChange = 0;
  }

  /** Returns the current messages. Unchanged messages keep their identity, and so does an unchanged list. */
  applyTo(messages: readonly ChatMessage[]): readonly ChatMessage[] {
    if (this.latest.size === 0 && this.optimisticReactions.length === 0) return messages;
    const known = this.results.get(messages);
    if (known) return known;
    const next = messages.map((message) => this.currentVersion(message));
    const shown = next.some((message, i) => message !== messages[i]) ? next : messages;
    this.results.set(messages, shown);
    return shown;
  }

  private currentVersion(message: ChatMessage): ChatMessage {
    const known = this.latestVersion(message);
    const pending = this.optimisticReactions.filter(({ msgId }) => msgId === message.msgId);
    if (pending.length === 0) return known;
    const reactions = pending.reduce(
      (list, reaction) => withOptimisticReaction(list, reaction, this.selfId),
      known.reactions,
    );
    return { ...known, reactions };
  }

  /** The same object for every call, so that other changes do not render this message again. */
  private latestVersion(message: ChatMessage): ChatMessage {
    const changed = this.latest.get(message.msgId);
    if (!changed || changed.changed <= message.changed) return message;
    if (changed.tempId === message.tempId) return changed;
    // The temp id is the key of the row.
    const keyed = { ...changed, tempId: message.tempId };
    this.latest.set(message.msgId, keyed);
    return keyed;
  }
}

export const hasReaction = (reactions: readonly Reaction[], emoji: string, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

function withOptimisticReaction(
  reactions: readonly Reaction[],
  { emoji, on }: OptimisticReaction,
  selfId: string,
): readonly Reaction[] {
  if (hasReaction(reactions, emoji, selfId) === on) return reactions;
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
