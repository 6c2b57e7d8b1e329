import type { JoinedFrame, MessagesPayloadFrame } from '../client/frames.gen';
import { ExternalStore } from '../external-store';
import {
  type ChannelState,
  type ChannelStoreOptions,
  EMPTY_CHANNEL_STATE,
  type MessageExtras,
} from './channel-state';
import {
  deleteCommand,
  editCommand,
  markUnreadCommand,
  reactCommand,
  reactionOf,
  sendCommand,
} from './commands';
import { type ChatMessage, fromWire } from './message';
import { MessageChanges } from './message-changes';
import { MessageWindow } from './message-window';
import type { Outbox } from './outbox';
import { SendQueue } from './send-queue';
import { type JumpTarget, Timeline, type TimelineState } from './timeline';

export type { ChannelState } from './channel-state';

/** A longer history is dropped when the channel is closed: rendering it again costs more than fetching a page. */
const MAX_KEPT_MESSAGES = 200;

/** The state of one channel for one person: history, pending messages and read position. */
export class ChannelStore extends ExternalStore<ChannelState> {
  readonly channelId: string;
  private readonly options: ChannelStoreOptions;
  /** The newest messages, kept current even while an older window is shown. */
  private readonly newest = new MessageWindow();
  private readonly timeline: Timeline;
  private readonly changes: MessageChanges;
  private readonly sendQueue: SendQueue;
  private viewers = 0;
  private joinState: 'out' | 'joining' | 'joined' = 'out';
  private resyncing = false;
  private failed = false;
  private isUnreadLineFixed = false;
  private seenSeq = 0;
  private unread = 0;
  /** Messages that the person marked as unread are not reported as seen until the next visit. */
  private isKeptUnread = false;

  constructor(options: ChannelStoreOptions) {
    super({ ...EMPTY_CHANNEL_STATE, pending: options.outbox.inChannel(options.channelId) });
    this.channelId = options.channelId;
    this.options = options;
    this.timeline = new Timeline(this.newest, options.channelId, options.send);
    this.changes = new MessageChanges(options.selfId);
    this.sendQueue = new SendQueue({
      channelId: options.channelId,
      outbox: options.outbox,
      transmit: (message) => options.send(sendCommand(message)),
    });
    options.outbox.subscribe(() => this.pendingChanged());
  }

  /** Registers a view of this channel and returns a function that unregisters it. */
  open(): () => void {
    this.viewers += 1;
    if (this.viewers === 1) {
      this.isUnreadLineFixed = false;
      this.isKeptUnread = false;
      this.failed = false;
      this.patch({ unreadAfterSeq: null, phase: 'loading' });
      this.join();
    }
    return () => {
      this.viewers -= 1;
      if (this.viewers === 0) this.leave();
    };
  }

  /** Joins again and repeats interrupted requests after a (re)connect. */
  connected(): void {
    if (this.isWanted) this.join();
    if (this.viewers > 0) this.timeline.connected();
  }

  disconnected(): void {
    this.joinState = 'out';
    this.resyncing = false;
    this.sendQueue.stop();
    this.timeline.disconnected();
    this.changes.clearOptimisticReactions();
    this.patch(this.shown);
  }

  /** Leaves the channel because the login session ends, even while a view shows it. */
  leaveForSignOut(): void {
    if (this.joinState === 'out') return;
    this.joinState = 'out';
    this.sendQueue.stop();
    this.options.send({ command: 'leave', channel: this.channelId });
  }

  retry(): void {
    this.failed = false;
    this.refresh();
    this.join();
  }

  send(text: string, { attachment = null, link = null, quote = null }: MessageExtras = {}): void {
    const { channelId, outbox, now, newTempId } = this.options;
    this.isKeptUnread = false;
    outbox.add({
      tempId: newTempId(),
      channelId,
      text,
      link,
      attachment,
      quote,
      createdOn: now(),
      status: 'in-progress',
      failure: null,
    });
    this.options.onSend?.();
    if (this.timeline.isDetached) this.showNewest();
    this.deliver();
  }

  /** Requests a new text for an own message. Returns false without a connection. */
  edit(msgId: string, text: string, confirmed = false): boolean {
    return this.options.send(editCommand(this.channelId, msgId, text, confirmed));
  }

  /** Requests the deletion of an own message. Returns false without a connection. */
  delete(msgId: string): boolean {
    return this.options.send(deleteCommand(this.channelId, msgId));
  }

  /** Adds or removes a reaction optimistically. Returns false without a connection. */
  react(msgId: string, emoji: string, on: boolean): boolean {
    const asked = this.options.send(reactCommand(this.channelId, msgId, emoji, on));
    if (asked) this.changes.addOptimisticReaction(msgId, emoji, on);
    this.refresh();
    return asked;
  }

  /** Reverts an optimistic reaction; `name` is the temp id of the refused command. */
  reactionRefused(name: string): void {
    this.changes.removeOptimisticReaction(...reactionOf(name));
    this.refresh();
  }

  resend(tempId: string): void {
    this.options.outbox.retry(tempId);
    this.deliver();
  }

  /** Sends a message anyway about which the person was asked. */
  confirm(tempId: string): void {
    this.options.outbox.confirm(tempId);
    this.deliver();
  }

  /** Sends another text in place of a message that was not sent. */
  rewrite(tempId: string, text: string): void {
    this.options.outbox.rewrite(tempId, text);
    this.deliver();
  }

  /** Takes a message out of the queue and returns what goes back into the composer. */
  takeBack(tempId: string): ReturnType<Outbox['takeBack']> {
    const { outbox } = this.options;
    const taken = outbox.takeBack(tempId);
    if (!outbox.find(tempId)) this.sendQueue.withdrawn(tempId);
    return taken;
  }

  discard(tempId: string): void {
    this.options.outbox.remove(tempId);
    this.sendQueue.withdrawn(tempId);
  }

  /** Sends what waits, joining the channel first if necessary. */
  deliver(): void {
    if (this.joinState === 'joined') this.sendQueue.pump();
    else if (this.joinState === 'out') this.join();
  }

  loadOlder(): void {
    this.timeline.loadOlder();
    this.patch(this.shown);
  }

  loadNewer(): void {
    this.timeline.loadNewer();
    this.patch(this.shown);
  }

  /** Shows a message in its context, also before a view opens the channel. */
  jumpTo(target: JumpTarget): void {
    this.timeline.jumpTo(target);
    this.refresh();
  }

  /** Fetches a message and its neighbours, and does not show them; null without an answer. */
  lookUp(messageId: string): Promise<readonly ChatMessage[] | null> {
    return new Promise((resolve) => this.timeline.lookUp(messageId, resolve));
  }

  /** Cancels a failed jump. */
  cancelJump(): void {
    this.timeline.cancelJump();
    this.refresh();
  }

  showNewest(): void {
    this.timeline.showNewest();
    this.refresh();
  }

  /** Ends the highlight of the jump target. */
  clearFocus(): void {
    this.timeline.clearFocus();
    this.patch(this.shown);
  }

  /**
   * Reports everything up to the newest message as seen. Returns false when there is nothing to report or no
   * connection.
   */
  markSeen(): boolean {
    const newest = this.newest.newest;
    if (this.isKeptUnread) return false;
    if (!newest || this.timeline.isDetached || newest.seq <= this.seenSeq || this.joinState !== 'joined')
      return false;
    const isSent = this.options.send({
      command: 'message_seen',
      channel: this.channelId,
      msg_id: newest.msgId,
    });
    if (isSent) this.ownSeen(newest.seq);
    return isSent;
  }

  /** Moves the read position back to before a message. Returns false without a connection. */
  markUnread(msgId: string): boolean {
    return this.options.send(markUnreadCommand(this.channelId, msgId));
  }

  /** Applies a read position that the person moved back, on this device or another one. */
  markedUnread(seq: number, unread: number): void {
    this.seenSeq = seq;
    this.unread = unread;
    this.isKeptUnread = true;
    if (this.isShown) this.patch({ unreadAfterSeq: unread > 0 ? seq : null });
  }

  /** Applies the person's own read position, from this device or another one. */
  ownSeen(seq: number): void {
    if (seq <= this.seenSeq) return;
    this.seenSeq = seq;
    if (this.joinState !== 'joined') return;
    const newest = this.newest.newest?.seq ?? 0;
    const left = this.newest.messages.filter((message) => message.seq > seq && this.counts(message));
    this.unread = seq >= newest ? 0 : Math.min(this.unread, left.length);
    this.options.onUnread(this.unread, null);
  }

  receivePage(page: MessagesPayloadFrame): void {
    const messages = page.messages.map(fromWire);
    const older =
      page.new_page_number !== null && page.anchor !== null
        ? { page: page.new_page_number, anchor: page.anchor }
        : null;
    if (page.type === 'missed') {
      for (const message of messages.sort((a, b) => a.seq - b.seq)) this.newest.add(message);
    } else if (page.type === 'fetch_messages') {
      this.newest.addNewest(messages, older);
    } else {
      this.timeline.receive(page, messages, older);
    }
    this.timeline.mergeWindows();
    this.confirmSent(messages);
    this.refresh();
  }

  receiveJoined(joined: JoinedFrame): void {
    if (joined.changes_left_out && this.newest.isLoaded) this.clear();
    const { messages } = this.newest;
    this.changes.lastChange = joined.last_change;
    this.joinState = 'joined';
    this.resyncing = false;
    this.failed = false;
    // It may have moved back meanwhile.
    this.seenSeq = joined.last_seen_seq;
    this.unread = joined.unread;
    this.options.onUnread(joined.unread, null);
    if (!this.isUnreadLineFixed) {
      this.isUnreadLineFixed = true;
      this.patch({ unreadAfterSeq: joined.unread > 0 ? joined.last_seen_seq : null });
    }
    const isBehind = this.newest.isLoaded && joined.last_seq > (messages.at(-1)?.seq ?? 0);
    if (isBehind || joined.changes_left_out) this.fetchNewest();
    this.refresh();
    this.sendQueue.start();
    this.leaveIfUnused();
  }

  receiveMessage(message: ChatMessage): void {
    const arrival = this.newest.add(message);
    this.confirmSent([message]);
    if (arrival !== 'known' && this.counts(message) && message.seq > this.seenSeq) {
      this.unread += 1;
      this.options.onUnread(this.unread, message);
    }
    if (arrival === 'gap') this.resync();
    this.refresh();
  }

  receiveChanged(message: ChatMessage): void {
    // The count of `joined` has the deletions before it.
    const wasUnread = this.joinState === 'joined' && message.seq > this.seenSeq && this.isFromOther(message);
    if (message.deletedOn !== null && wasUnread && !this.isKnownAsDeleted(message.msgId)) {
      this.unread = Math.max(0, this.unread - 1);
      this.options.onUnread(this.unread, null);
    }
    this.changes.record(message);
    this.refresh();
  }

  sendRefused(
    tempId: string,
    code: string,
    retryAfterMs: number | undefined,
    kinds: readonly string[] = [],
  ): void {
    this.sendQueue.refused(tempId, code, retryAfterMs, kinds);
    this.leaveIfUnused();
  }

  /** Handles a refused command. Only these three have a waiting caller. */
  requestRefused(command: string): void {
    if (command === 'get_room_chat_messages') {
      this.timeline.refused();
      this.refresh();
      return;
    }
    if (command !== 'join' && command !== 'fetch_messages') return;
    this.resyncing = false;
    if (command === 'join') this.joinState = 'out';
    if (command === 'join' && this.newest.isLoaded) {
      // The resume position may be deleted, or the history may no longer be visible to this person.
      this.clear();
      this.join();
    } else {
      this.failed = true;
      this.refresh();
    }
  }

  get isShown(): boolean {
    return this.viewers > 0;
  }

  private get isWanted(): boolean {
    return this.isShown || !this.sendQueue.isIdle;
  }

  private join(): void {
    const after = this.newest.isLoaded ? this.newest.newest?.msgId : undefined;
    const asked = this.options.send({
      command: 'join',
      channel: this.channelId,
      ...(after === undefined ? {} : { after_msg_id: after, after_change: this.changes.lastChange }),
    });
    if (asked) this.joinState = 'joining';
    if (asked && after === undefined) this.fetchNewest();
    this.refresh();
  }

  private clear(): void {
    this.newest.clear();
    this.timeline.reset();
    this.changes.clear();
  }

  /** The visible window with all later changes applied. */
  private get shown(): TimelineState {
    const state = this.timeline.state;
    return {
      ...state,
      messages: this.changes.applyTo(state.messages),
      newestMessages: this.changes.applyTo(state.newestMessages),
    };
  }

  private fetchNewest(): void {
    this.options.send({ command: 'fetch_messages', channel: this.channelId });
  }

  /** Joins again to fetch messages that are missing before a new one. */
  private resync(): void {
    if (this.resyncing || this.joinState !== 'joined') return;
    this.resyncing = true;
    this.join();
  }

  private leave(): void {
    this.timeline.reset();
    if (this.newest.messages.length > MAX_KEPT_MESSAGES) this.clear();
    this.leaveIfUnused();
    this.refresh();
  }

  private leaveIfUnused(): void {
    if (this.isWanted || this.joinState === 'out') return;
    this.joinState = 'out';
    this.sendQueue.stop();
    this.options.send({ command: 'leave', channel: this.channelId });
    // The server's counter replaces the local one again.
    this.options.send({ command: 'unread_message' });
  }

  private confirmSent(messages: readonly ChatMessage[]): void {
    for (const { tempId, userId } of messages) {
      if (tempId !== undefined && userId === this.options.selfId) this.sendQueue.confirmed(tempId);
    }
    this.leaveIfUnused();
  }

  /** Whether a message counts as unread until it is seen. */
  private counts(message: ChatMessage): boolean {
    return this.isFromOther(message) && !this.changes.isDeleted(message);
  }

  private isKnownAsDeleted(msgId: string): boolean {
    const known = this.newest.messages.find((message) => message.msgId === msgId);
    return known !== undefined && this.changes.isDeleted(known);
  }

  private isFromOther(message: ChatMessage): boolean {
    return message.userId !== this.options.selfId;
  }

  private pendingChanged(): void {
    const pending = this.options.outbox.inChannel(this.channelId);
    const before = this.getSnapshot().pending;
    if (pending.length === before.length && pending.every((message, i) => message === before[i])) return;
    this.patch({ pending });
  }

  private refresh(): void {
    const { isLoaded, isLatest } = this.newest;
    const { phase, pending } = this.getSnapshot();
    const timeline = this.shown;
    // Offline, all known messages are shown, even if these are only pending ones. Online, the view waits for the unread
    // line so that it does not appear later and shift the list, and for the message that the channel was opened at.
    const isAway = this.joinState === 'out';
    const isOnTheWay = phase !== 'ready' && timeline.jump === 'loading';
    const complete = isLoaded ? this.isUnreadLineFixed || isAway : isAway && pending.length > 0;
    this.patch({
      ...timeline,
      phase: complete && !isOnTheWay ? 'ready' : this.failed ? 'error' : 'loading',
      isLatest: isLatest && !timeline.isDetached,
    });
  }
}
