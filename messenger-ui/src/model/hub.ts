import type { News } from '../attention/alerts';
import type { ClientCommand, ServerError, ServerEvent, WireMessage } from '../client/protocol';
import { HubSocket, type SocketLike } from '../client/socket';
import { AssistantStore } from './assistant';
import { CallLine } from './call/line';
import { type Channel, isListed } from './channels';
import { toMarkup } from './compose';
import { Conversation } from './conversation';
import { DraftStore } from './drafts';
import { connectFiles } from './file-courier';
import { Links, type LinksOptions } from './links';
import { mentions } from './markup';
import { type ChatMessage, fromWire } from './message';
import { ModeStore } from './modes';
import { Outbox } from './outbox';
import { ReceiptStore } from './receipts';
import type { KeyValueStorage } from './storage';
import { newTempId } from './temp-id';
import { TypingSignal, TypingStore } from './typing';
import { NOTHING_UNREAD, UnreadStore } from './unread';
import { type UploadOptions, Uploads } from './uploads';

export interface HubOptions {
  person: { id: string; nickname: string };
  storage: KeyValueStorage;
  createSocket(): SocketLike;
  token(): Promise<string>;
  renewToken(): Promise<string>;
  unauthenticated(): void;
  /** The channel list is out of date. */
  onStale(): void;
  onMessage(message: ChatMessage): void;
  /** Somebody else wrote, here or in a channel that is not open. */
  onNews(news: News): void;
  transfer: UploadOptions['transfer'];
  measure: UploadOptions['measure'];
  mint: LinksOptions['mint'];
  onChanged(message: ChatMessage): void;
  /** A reaction was not taken. */
  onReactionRefused(): void;
}

const RELOAD_DEBOUNCE_MS = 1_000;
/** A question that is older has its answer or its apology, or never will. */
const FRESH_QUESTION_MS = 60_000;

/** Everything one signed-in person has of the chat in this tab: one connection and the models it feeds. */
export class ChatHub {
  readonly personId: string;
  readonly socket: HubSocket;
  readonly unread = new UnreadStore();
  readonly receipts = new ReceiptStore();
  readonly typing = new TypingStore();
  readonly assistant = new AssistantStore();
  readonly typingSignal: TypingSignal;
  readonly drafts: DraftStore;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  readonly links: Links;
  readonly modes = new ModeStore();
  readonly calls = new CallLine((command) => this.send(command));
  private readonly options: HubOptions;
  private readonly conversations = new Map<string, Conversation>();
  private assistantChannels: ReadonlySet<string> = new Set();
  private channelCount = 0;
  private wasConnected = false;
  private reloadTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HubOptions) {
    this.options = options;
    this.personId = options.person.id;
    this.drafts = new DraftStore(options.storage, options.person.id);
    this.outbox = new Outbox(options.storage, options.person.id);
    this.uploads = new Uploads({
      transfer: options.transfer,
      measure: options.measure,
      newId: newTempId,
    });
    connectFiles(this.uploads, this.outbox, ({ channelId, tempId }, url) =>
      this.conversation(channelId).attached(tempId, url),
    );
    this.links = new Links({ mint: options.mint, now: Date.now });
    this.socket = new HubSocket({
      createSocket: options.createSocket,
      token: options.token,
      nickname: () => options.person.nickname,
      renewToken: options.renewToken,
      unauthenticated: options.unauthenticated,
      onEvent: (event) => this.receive(event),
      onReady: () => this.connected(),
      random: Math.random,
      now: Date.now,
    });
    this.typingSignal = new TypingSignal((channel) => this.send({ command: 'typing', channel }), Date.now);
    let wasOpen = false;
    this.socket.subscribe(() => {
      const { isOpen } = this.socket;
      if (wasOpen && !isOpen) this.disconnected();
      wasOpen = isOpen;
    });
  }

  conversation(channelId: string): Conversation {
    const known = this.conversations.get(channelId);
    if (known) return known;
    const conversation = new Conversation({
      channelId,
      selfId: this.personId,
      outbox: this.outbox,
      send: (command) => this.send(command),
      onUnread: (count, message) =>
        this.unread.update(channelId, count, message !== null && mentions(message.text, this.personId)),
      now: Date.now,
      newTempId,
    });
    this.conversations.set(channelId, conversation);
    return conversation;
  }

  /** Whether a view shows this channel. */
  isShown(channelId: string): boolean {
    return this.conversations.get(channelId)?.isShown ?? false;
  }

  /** The channel list came. The connection is wanted while there are channels, and made anew when their number changes. */
  setChannels(channels: readonly Channel[]): void {
    this.receipts.seed(channels);
    const withAssistant = channels.filter((channel) => channel.kind === 'assistant');
    this.assistantChannels = new Set(withAssistant.map((channel) => channel.channelId));
    const ids = (list: readonly Channel[]) => list.filter(isListed).map((channel) => channel.channelId);
    this.unread.showOnly(ids(channels), ids(channels.filter((channel) => channel.isMuted)));
    const before = this.channelCount;
    this.channelCount = channels.length;
    if (channels.length === 0) this.socket.stop();
    else if (before === 0) this.socket.start();
    else if (before !== channels.length) this.socket.reconnect();
  }

  /** Another try after an apology of the assistant. */
  askAgain(channelId: string, apologyId: string, questionId: string): void {
    const asked = this.send({ command: 'assistant_retry', channel: channelId, msg_id: apologyId });
    if (asked) this.assistant.askedAgain(channelId, questionId);
  }

  /** Sign-out: the channels are left before the session ends. */
  async stop(): Promise<void> {
    clearTimeout(this.reloadTimer);
    for (const conversation of this.conversations.values()) conversation.signOff();
    await this.socket.flushed();
    this.socket.stop();
    this.typing.clear();
    this.uploads.clear();
    this.assistant.clear();
    this.channelCount = 0;
  }

  private send(command: ClientCommand): boolean {
    return this.socket.send(command);
  }

  private connected(): void {
    // The list may be older than the connection: of what was said in between nobody tells.
    if (!this.wasConnected) this.reloadSoon();
    this.wasConnected = true;
    this.uploads.resume();
    for (const { channelId } of this.outbox.getSnapshot()) this.conversation(channelId);
    for (const conversation of this.conversations.values()) conversation.connected();
    this.calls.connection(true);
  }

  private disconnected(): void {
    this.typing.clear();
    this.calls.connection(false);
    for (const conversation of this.conversations.values()) conversation.disconnected();
    for (const channelId of this.modes.getSnapshot().keys()) this.modes.failed(channelId, 'unavailable');
  }

  private receive(event: ServerEvent): void {
    switch (event.command) {
      case 'messages_payload':
        this.conversations.get(event.channel)?.receivePage(event);
        this.lookForQuestion(event.channel, event.messages);
        break;
      case 'joined':
        this.conversations.get(event.channel)?.receiveJoined(event);
        break;
      case 'new_message':
        this.receiveMessage(event);
        break;
      case 'message_changed':
        this.receiveChanged(event);
        break;
      case 'unread_message':
        // More to read in a channel that is not open: its last line changed too.
        this.unreadGrew(this.unread.merge(event.unread_messages));
        break;
      case 'update_last_viewed_timestamp':
        this.receipts.seen(event.channel_id, event.user_id, {
          seq: event.seq,
          at: event.last_viewed_timestamp,
        });
        if (event.user_id === this.personId) this.conversations.get(event.channel_id)?.ownSeen(event.seq);
        break;
      case 'reload':
        this.reloadSoon();
        break;
      case 'typing':
        if (event.user_id !== this.personId) this.typing.started(event.channel_id, event.user_id);
        break;
      case 'assistant_delta':
        this.assistant.grew(event.channel_id, event.reply_to, event.text);
        break;
      case 'error':
        this.receiveError(event);
        break;
      default:
        this.calls.event(event);
    }
  }

  private unreadGrew(channels: readonly string[]): void {
    if (channels.length > 0) this.reloadSoon();
    for (const channelId of channels) {
      const { isTagged } = this.unread.getSnapshot().byChannel.get(channelId) ?? NOTHING_UNREAD;
      this.options.onNews({ channelId, isTagged });
    }
  }

  private receiveMessage(wire: WireMessage): void {
    const message = fromWire(wire);
    this.typing.stopped(message.channelId, message.userId);
    this.conversations.get(message.channelId)?.receiveMessage(message);
    this.lookForQuestion(message.channelId, [wire]);
    this.options.onMessage(message);
    if (message.userId === this.personId) return;
    this.options.onNews({
      channelId: message.channelId,
      isTagged: mentions(message.text, this.personId),
    });
  }

  private receiveChanged(wire: WireMessage): void {
    const message = fromWire(wire);
    this.conversations.get(message.channelId)?.receiveChanged(message);
    this.modes.changed(message.channelId, message, toMarkup);
    this.options.onChanged(message);
  }

  /** Which question of these messages (in any order) the assistant is working on. */
  private lookForQuestion(channelId: string, messages: readonly WireMessage[]): void {
    if (!this.assistantChannels.has(channelId)) return;
    for (const { assistant } of messages) {
      if (assistant) this.assistant.answered(channelId, assistant.reply_to);
    }
    const newest = [...messages].sort((a, b) => b.seq - a.seq)[0];
    const isFresh = newest !== undefined && Date.now() - Date.parse(newest.created_on) < FRESH_QUESTION_MS;
    if (isFresh && newest.user_id === this.personId) this.assistant.asked(channelId, newest.msg_id);
  }

  private receiveError(error: ServerError): void {
    const { code, channel, temp_id, in_reply_to, retry_after_ms } = error;
    // The socket gets a new token and everything is asked for again.
    if (code.startsWith('token_')) return;
    const pending = temp_id === undefined ? undefined : this.outbox.find(temp_id);
    if (in_reply_to?.startsWith('call_')) {
      this.calls.refused(error);
    } else if (pending) {
      this.conversation(pending.channelId).sendRefused(pending.tempId, code, retry_after_ms);
    } else if (channel !== undefined && in_reply_to === 'edit') {
      this.modes.failed(channel, code);
    } else if (channel !== undefined && in_reply_to === 'react') {
      if (temp_id !== undefined) this.conversations.get(channel)?.reactionRefused(temp_id);
      this.options.onReactionRefused();
    } else if (channel !== undefined && in_reply_to === 'assistant_retry') {
      this.assistant.abandoned(channel);
    } else if (channel !== undefined && in_reply_to !== undefined) {
      this.conversations.get(channel)?.requestRefused(in_reply_to);
    }
  }

  private reloadSoon(): void {
    clearTimeout(this.reloadTimer);
    this.reloadTimer = setTimeout(() => this.options.onStale(), RELOAD_DEBOUNCE_MS);
  }
}
