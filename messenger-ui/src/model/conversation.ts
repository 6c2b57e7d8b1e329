import type { Joined, MessagesPayload } from '../client/protocol';
import { ExternalStore } from '../external-store';
import { Changes } from './changes';
import { editCommand, reactCommand, reactionOf, sendCommand } from './commands';
import { type ConversationOptions, type ConversationState, EMPTY, type Extras } from './conversation-state';
import { Delivery } from './delivery';
import { History } from './history';
import { type ChatMessage, fromWire } from './message';
import { type JumpTarget, Timeline, type TimelineState } from './timeline';

export type { ConversationState } from './conversation-state';

/** A longer history is forgotten when the channel is left: rendering it again costs more than fetching a page. */
const KEEP_AT_MOST = 200;

/** One channel as one person sees it: its history, what waits to be sent, and how far it was read. */
export class Conversation extends ExternalStore<ConversationState> {
  readonly channelId: string;
  private readonly options: ConversationOptions;
  /** The newest part, which is kept up to date whatever is shown. */
  private readonly history = new History();
  private readonly timeline: Timeline;
  private readonly changes: Changes;
  private readonly delivery: Delivery;
  private viewers = 0;
  private membership: 'out' | 'joining' | 'joined' = 'out';
  private resyncing = false;
  private failed = false;
  private lineIsFixed = false;
  private seenSeq = 0;
  private unread = 0;

  constructor(options: ConversationOptions) {
    super({ ...EMPTY, pending: options.outbox.of(options.channelId) });
    this.channelId = options.channelId;
    this.options = options;
    this.timeline = new Timeline(this.history, options.channelId, options.send);
    this.changes = new Changes(options.selfId);
    this.delivery = new Delivery({
      channelId: options.channelId,
      outbox: options.outbox,
      transmit: (message) => options.send(sendCommand(message)),
    });
    options.outbox.subscribe(() => this.pendingChanged());
  }

  /** A view shows this channel. Returns the way to leave it. */
  open(): () => void {
    this.viewers += 1;
    if (this.viewers === 1) {
      this.lineIsFixed = false;
      this.failed = false;
      this.patch({ unreadAfterSeq: null, phase: 'loading' });
      this.join();
    }
    return () => {
      this.viewers -= 1;
      if (this.viewers === 0) this.leave();
    };
  }

  /** The connection stands (again): whatever was under way is asked for again. */
  connected(): void {
    if (this.isWanted) this.join();
    if (this.viewers > 0) this.timeline.connected();
  }

  disconnected(): void {
    this.membership = 'out';
    this.resyncing = false;
    this.delivery.stop();
    this.timeline.disconnected();
    this.changes.forgetWishes();
    this.patch(this.shown);
  }

  /** The session ends: the channel is left, whoever looks at it. */
  signOff(): void {
    if (this.membership === 'out') return;
    this.membership = 'out';
    this.delivery.stop();
    this.options.send({ command: 'leave', channel: this.channelId });
  }

  retry(): void {
    this.failed = false;
    this.refresh();
    this.join();
  }

  send(text: string, { attachment = null, link = null, quote = null }: Extras = {}): void {
    const { channelId, outbox, now, newTempId } = this.options;
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
    if (this.timeline.isDetached) this.showNewest();
    this.deliver();
  }

  /** Asks for another text of an own message. False where nobody can be asked. */
  edit(msgId: string, text: string): boolean {
    return this.options.send(editCommand(this.channelId, msgId, text));
  }

  /** Adds or takes back a reaction, at once as far as this window shows. False where nobody can be asked. */
  react(msgId: string, emoji: string, on: boolean): boolean {
    const asked = this.options.send(reactCommand(this.channelId, msgId, emoji, on));
    if (asked) this.changes.wish(msgId, emoji, on);
    this.refresh();
    return asked;
  }

  /** `react` was answered with an error; `name` is the one it was asked under. */
  reactionRefused(name: string): void {
    this.changes.settle(...reactionOf(name));
    this.refresh();
  }

  resend(tempId: string): void {
    const { outbox } = this.options;
    // The server may have tidied away a file that waited for too long: it goes again, if it is still here.
    const { failure, attachment } = outbox.find(tempId) ?? {};
    if (failure?.startsWith('attachment_') && attachment?.uploadId) outbox.attached(tempId, null);
    outbox.retry(tempId);
    this.deliver();
  }

  /** The file of a waiting message has arrived at the server. */
  attached(tempId: string, url: string): void {
    this.options.outbox.attached(tempId, url);
    this.deliver();
  }

  /** Removes a waiting message and returns its text, so that it can be edited. */
  takeBack(tempId: string): string | null {
    const message = this.options.outbox.remove(tempId);
    this.delivery.withdrawn(tempId);
    return message?.text ?? null;
  }

  /** The same for the text alone: what was attached stays in the list. */
  takeTextBack(tempId: string): string | null {
    const { outbox } = this.options;
    const text = outbox.find(tempId)?.text ?? null;
    outbox.withoutText(tempId);
    return text;
  }

  loadOlder(): void {
    this.timeline.loadOlder();
    this.patch(this.shown);
  }

  loadNewer(): void {
    this.timeline.loadNewer();
    this.patch(this.shown);
  }

  /** Shows a message with what was said around it, whether or not anyone looks at the channel yet. */
  jumpTo(target: JumpTarget): void {
    this.timeline.jumpTo(target);
    this.refresh();
  }

  /** Gives up a jump that failed. */
  cancelJump(): void {
    this.timeline.cancelJump();
    this.refresh();
  }

  showNewest(): void {
    this.timeline.showNewest();
    this.refresh();
  }

  /** The message that was jumped to has been shown as such for long enough. */
  clearFocus(): void {
    this.timeline.clearFocus();
    this.patch(this.shown);
  }

  /** Everything up to the newest message was read. False when there is nothing to tell or no way to tell it. */
  markSeen(): boolean {
    const newest = this.history.newest;
    if (!newest || this.timeline.isDetached || newest.seq <= this.seenSeq || this.membership !== 'joined')
      return false;
    const told = this.options.send({
      command: 'message_seen',
      channel: this.channelId,
      msg_id: newest.msgId,
    });
    if (told) this.ownSeen(newest.seq);
    return told;
  }

  /** Read on this device or on another one. */
  ownSeen(seq: number): void {
    if (seq <= this.seenSeq) return;
    this.seenSeq = seq;
    if (this.membership !== 'joined') return;
    const newest = this.history.newest?.seq ?? 0;
    const left = this.history.messages.filter((message) => message.seq > seq && this.isForeign(message));
    this.unread = seq >= newest ? 0 : Math.min(this.unread, left.length);
    this.options.onUnread(this.unread, null);
  }

  receivePage(page: MessagesPayload): void {
    const messages = page.messages.map(fromWire);
    const older =
      page.new_page_number !== null && page.anchor !== null
        ? { page: page.new_page_number, anchor: page.anchor }
        : null;
    if (page.type === 'missed') {
      for (const message of messages.sort((a, b) => a.seq - b.seq)) this.history.add(message);
    } else if (page.type === 'fetch_messages') {
      this.history.putNewest(messages, older);
    } else {
      this.timeline.receive(page, messages, older);
    }
    this.timeline.joinParts();
    this.settleSent(messages);
    this.refresh();
  }

  receiveJoined(joined: Joined): void {
    if (joined.changes_left_out && this.history.isLoaded) this.forget();
    const { messages } = this.history;
    this.changes.upto = joined.last_change;
    this.membership = 'joined';
    this.resyncing = false;
    this.failed = false;
    this.seenSeq = Math.max(this.seenSeq, joined.last_seen_seq);
    this.unread = joined.unread;
    this.options.onUnread(joined.unread, null);
    if (!this.lineIsFixed) {
      this.lineIsFixed = true;
      this.patch({ unreadAfterSeq: joined.unread > 0 ? joined.last_seen_seq : null });
    }
    const isBehind = this.history.isLoaded && joined.last_seq > (messages.at(-1)?.seq ?? 0);
    if (isBehind || joined.changes_left_out) this.fetchNewest();
    this.refresh();
    this.delivery.start();
    this.leaveIfDone();
  }

  receiveMessage(message: ChatMessage): void {
    const arrival = this.history.add(message);
    this.settleSent([message]);
    if (arrival !== 'known' && this.isForeign(message) && message.seq > this.seenSeq) {
      this.unread += 1;
      this.options.onUnread(this.unread, message);
    }
    if (arrival === 'gap') this.resync();
    this.refresh();
  }

  receiveChanged(message: ChatMessage): void {
    this.changes.note(message);
    this.refresh();
  }

  sendRefused(tempId: string, code: string, retryAfterMs: number | undefined): void {
    this.delivery.refused(tempId, code, retryAfterMs);
    this.leaveIfDone();
  }

  /** A command was answered with an error. Nothing waits for the answers to others than these three. */
  requestRefused(command: string): void {
    if (command === 'get_room_chat_messages') {
      this.timeline.refused();
      this.refresh();
      return;
    }
    if (command !== 'join' && command !== 'fetch_messages') return;
    this.resyncing = false;
    if (command === 'join') this.membership = 'out';
    if (command === 'join' && this.history.isLoaded) {
      // The place to go on from may be gone; what was kept may be none of this person's business any more.
      this.forget();
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
    return this.isShown || !this.delivery.isIdle;
  }

  private join(): void {
    const after = this.history.isLoaded ? this.history.newest?.msgId : undefined;
    const asked = this.options.send({
      command: 'join',
      channel: this.channelId,
      ...(after === undefined ? {} : { after_msg_id: after, after_change: this.changes.upto }),
    });
    if (asked) this.membership = 'joining';
    if (asked && after === undefined) this.fetchNewest();
    this.refresh();
  }

  private forget(): void {
    this.history.clear();
    this.timeline.reset();
    this.changes.clear();
  }

  /** The part of the channel that is shown, with what changed in it. */
  private get shown(): TimelineState {
    const state = this.timeline.state;
    return {
      ...state,
      messages: this.changes.over(state.messages),
      newestPart: this.changes.over(state.newestPart),
    };
  }

  private fetchNewest(): void {
    this.options.send({ command: 'fetch_messages', channel: this.channelId });
  }

  /** A message came before its predecessors: joining again brings them. */
  private resync(): void {
    if (this.resyncing || this.membership !== 'joined') return;
    this.resyncing = true;
    this.join();
  }

  private leave(): void {
    this.timeline.reset();
    if (this.history.messages.length > KEEP_AT_MOST) this.forget();
    this.leaveIfDone();
    this.refresh();
  }

  private leaveIfDone(): void {
    if (this.isWanted || this.membership === 'out') return;
    this.membership = 'out';
    this.delivery.stop();
    this.options.send({ command: 'leave', channel: this.channelId });
    // From here on the counter comes from the server again.
    this.options.send({ command: 'unread_message' });
  }

  private deliver(): void {
    if (this.membership === 'joined') this.delivery.pump();
    else if (this.membership === 'out') this.join();
  }

  private settleSent(messages: readonly ChatMessage[]): void {
    for (const { tempId, userId } of messages) {
      if (tempId !== undefined && userId === this.options.selfId) this.delivery.confirmed(tempId);
    }
    this.leaveIfDone();
  }

  private isForeign(message: ChatMessage): boolean {
    return message.userId !== this.options.selfId;
  }

  private pendingChanged(): void {
    const pending = this.options.outbox.of(this.channelId);
    const before = this.getSnapshot().pending;
    if (pending.length === before.length && pending.every((message, i) => message === before[i])) return;
    this.patch({ pending });
  }

  private refresh(): void {
    const { isLoaded, isLatest } = this.history;
    const { phase, pending } = this.getSnapshot();
    const timeline = this.shown;
    // Without a connection everything known is shown, be it only what waits to be sent. With one the unread line is
    // waited for, so that it never jumps in; so is the message that the channel was opened at.
    const isAway = this.membership === 'out';
    const isOnTheWay = phase !== 'ready' && timeline.jump === 'loading';
    const complete = isLoaded ? this.lineIsFixed || isAway : isAway && pending.length > 0;
    this.patch({
      ...timeline,
      phase: complete && !isOnTheWay ? 'ready' : this.failed ? 'error' : 'loading',
      isLatest: isLatest && !timeline.isDetached,
    });
  }
}
