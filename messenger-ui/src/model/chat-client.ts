import type { MessageAlert } from '../attention/alerts';
import type { ClientCommand, ErrorFrame, ServerFrame, WireMessage } from '../client/frames.gen';
import { HubSocket, type SocketLike } from '../client/socket';
import { AssistantStore } from './assistant';
import { AuthorDirectory, type FetchAuthors } from './authors';
import { CallSignaling } from './call/call-signaling';
import { ChannelStore } from './channel-store';
import { type Blackout, type Channel, isListed } from './channels';
import { toMarkup } from './compose';
import { ComposerModeStore } from './composer-mode';
import { CrisisStore } from './crisis';
import { DraftStore } from './drafts';
import { Links, type LinksOptions } from './links';
import { mentions } from './markup';
import { type ChatMessage, fromWire } from './message';
import { Outbox } from './outbox';
import { RatingReminders } from './rating-reminders';
import { ReceiptStore } from './receipts';
import type { KeyValueStorage } from './storage';
import { newTempId } from './temp-id';
import { TypingSignal, TypingStore } from './typing';
import { NOTHING_UNREAD, UnreadStore } from './unread';
import { Uploads, type UploadsOptions } from './uploads';

export interface HubOptions {
  person: { id: string; nickname: string };
  storage: KeyValueStorage;
  createSocket(): SocketLike;
  token(): Promise<string>;
  renewToken(): Promise<string>;
  unauthenticated(): void;
  termsRequired(): void;
  /** The channel list is stale. */
  onChannelsStale(): void;
  /** What pages show of these topics may have changed. */
  onTopicsChanged(topics: readonly string[]): void;
  onMessage(message: ChatMessage): void;
  /** Another person wrote, in an open channel or elsewhere. */
  onMessageAlert(alert: MessageAlert): void;
  transfer: UploadsOptions['transfer'];
  measure: UploadsOptions['measure'];
  createLink: LinksOptions['createLink'];
  fetchAuthors: FetchAuthors;
  onChanged(message: ChatMessage): void;
  /** A message was deleted in a channel that is not open here. */
  onDeleted(channelId: string, msgId: string): void;
  /** The server refused to delete a message. */
  onDeletionRefused(code: string): void;
  /** A blackout of a programme began, changed or ended. */
  onBlackoutChanged(programId: string, blackout: Blackout): void;
  /** The server refused a reaction. */
  onReactionRefused(): void;
}

/** What others change. It may have changed before there was a connection. */
const SHARED_TOPICS = [
  'staff',
  'saved',
  'pins',
  'mentorship',
  'matching',
  'messages',
  'surveys',
  'announcements',
];
/** The rest. It may have changed while a connection was lost; a page that was just opened has it. */
const OWN_TOPICS = ['profile', 'learning'];

const RELOAD_DEBOUNCE_MS = 1_000;
/** Older questions have been answered or never will be. */
const MAX_QUESTION_AGE_MS = 60_000;

/** The chat of one person in this tab: one connection and the models that it feeds. */
export class ChatClient {
  readonly personId: string;
  readonly socket: HubSocket;
  readonly unread = new UnreadStore();
  readonly receipts = new ReceiptStore();
  readonly typing = new TypingStore();
  readonly assistant = new AssistantStore();
  readonly crises = new CrisisStore();
  readonly typingSignal: TypingSignal;
  readonly drafts: DraftStore;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  readonly links: Links;
  readonly authors: AuthorDirectory;
  readonly ratingReminders: RatingReminders;
  readonly composerModes = new ComposerModeStore();
  readonly callSignaling = new CallSignaling((command) => this.send(command));
  private readonly options: HubOptions;
  private readonly channelStores = new Map<string, ChannelStore>();
  private assistantChannels: ReadonlySet<string> = new Set();
  /** Channels where the person may only read what was written before. */
  private inactiveChannels: ReadonlySet<string> = new Set();
  /** Null before the first list. */
  private channelCount: number | null = null;
  private wasConnected = false;
  private reloadTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HubOptions) {
    this.options = options;
    this.personId = options.person.id;
    this.drafts = new DraftStore(options.storage, options.person.id);
    this.ratingReminders = new RatingReminders({
      storage: options.storage,
      personId: options.person.id,
      now: Date.now,
    });
    this.uploads = new Uploads({
      transfer: options.transfer,
      measure: options.measure,
      newId: newTempId,
    });
    this.outbox = new Outbox({
      storage: options.storage,
      personId: options.person.id,
      uploads: this.uploads,
      onReady: ({ channelId }) => this.channelStore(channelId).deliver(),
    });
    this.authors = new AuthorDirectory(options.fetchAuthors);
    this.links = new Links({ createLink: options.createLink, now: Date.now });
    this.socket = new HubSocket({
      createSocket: options.createSocket,
      token: options.token,
      nickname: () => options.person.nickname,
      renewToken: options.renewToken,
      unauthenticated: options.unauthenticated,
      termsRequired: options.termsRequired,
      onFrame: (event) => this.receive(event),
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

  channelStore(channelId: string): ChannelStore {
    const known = this.channelStores.get(channelId);
    if (known) return known;
    const channelStore = new ChannelStore({
      channelId,
      selfId: this.personId,
      outbox: this.outbox,
      send: (command) => this.send(command),
      onUnread: (count, message) =>
        this.unread.update(channelId, count, message !== null && mentions(message.text, this.personId)),
      onSend: () => this.ratingReminders.sent(channelId),
      now: Date.now,
      newTempId,
    });
    this.channelStores.set(channelId, channelStore);
    return channelStore;
  }

  /** Whether a view shows this channel. */
  isShown(channelId: string): boolean {
    return this.channelStores.get(channelId)?.isShown ?? false;
  }

  /**
   * Applies the channel list. The hub connects with the first one, also without channels: the frame `changed` keeps other pages
   * current. It reconnects when their number changes.
   */
  setChannels(channels: readonly Channel[]): void {
    this.receipts.seed(channels);
    const withAssistant = channels.filter((channel) => channel.kind === 'assistant');
    this.assistantChannels = new Set(withAssistant.map((channel) => channel.channelId));
    const ids = (list: readonly Channel[]) => list.filter(isListed).map((channel) => channel.channelId);
    this.unread.setVisible(ids(channels), ids(channels.filter((channel) => channel.isMuted)));
    this.rejoinResumed(channels);
    const before = this.channelCount;
    this.channelCount = channels.length;
    if (before === null) this.socket.start();
    else if (before !== channels.length) this.socket.reconnect();
  }

  /** Joins channels again whose suspension ended: an inactive member receives nothing new. */
  private rejoinResumed(channels: readonly Channel[]): void {
    const resumed = channels.filter(
      ({ channelId, membership }) => membership === 'active' && this.inactiveChannels.has(channelId),
    );
    const inactive = channels.filter(({ membership }) => membership === 'inactive');
    this.inactiveChannels = new Set(inactive.map(({ channelId }) => channelId));
    if (!this.socket.isOpen) return;
    for (const { channelId } of resumed) this.channelStores.get(channelId)?.connected();
  }

  /** Requests another answer after an apology of the assistant. */
  retryAnswer(channelId: string, apologyId: string, questionId: string): void {
    const asked = this.send({ command: 'assistant_retry', channel: channelId, msg_id: apologyId });
    if (asked) this.assistant.questionRetried(channelId, questionId);
  }

  /** Leaves all channels before the login session ends. */
  async stop(): Promise<void> {
    clearTimeout(this.reloadTimer);
    for (const channelStore of this.channelStores.values()) channelStore.leaveForSignOut();
    await this.socket.flushed();
    this.socket.stop();
    this.typing.clear();
    this.uploads.clear();
    this.assistant.clear();
    this.crises.clear();
    this.channelCount = null;
  }

  private send(command: ClientCommand): boolean {
    return this.socket.send(command);
  }

  private connected(): void {
    // The list may be older than the connection and lack messages sent in between.
    if (!this.wasConnected) this.scheduleReload();
    this.options.onTopicsChanged(this.wasConnected ? [...SHARED_TOPICS, ...OWN_TOPICS] : SHARED_TOPICS);
    this.wasConnected = true;
    this.uploads.resume();
    for (const { channelId } of this.outbox.getSnapshot()) this.channelStore(channelId);
    for (const channelStore of this.channelStores.values()) channelStore.connected();
    this.callSignaling.connection(true);
  }

  private disconnected(): void {
    this.typing.clear();
    this.callSignaling.connection(false);
    for (const channelStore of this.channelStores.values()) channelStore.disconnected();
    for (const channelId of this.composerModes.getSnapshot().keys())
      this.composerModes.failed(channelId, 'unavailable');
  }

  private receive(event: ServerFrame): void {
    switch (event.command) {
      case 'messages_payload':
        this.channelStores.get(event.channel)?.receivePage(event);
        this.trackQuestion(event.channel, event.messages);
        break;
      case 'joined':
        this.channelStores.get(event.channel)?.receiveJoined(event);
        break;
      case 'new_message':
        this.receiveMessage(event);
        break;
      case 'message_changed':
        this.receiveChanged(event);
        break;
      case 'message_deleted':
        this.composerModes.deleted(event.channel_id, event.msg_id);
        this.options.onDeleted(event.channel_id, event.msg_id);
        break;
      case 'unread_message':
        // A higher count in a closed channel means that its last message changed.
        this.alertUnread(this.unread.merge(event.unread_messages));
        break;
      case 'update_last_viewed_timestamp':
        this.receipts.seen(event.channel_id, event.user_id, {
          seq: event.seq,
          at: event.last_viewed_timestamp,
        });
        if (event.user_id === this.personId) this.channelStores.get(event.channel_id)?.ownSeen(event.seq);
        break;
      case 'marked_unread':
        // Before the server's count, which would announce new messages.
        this.unread.update(event.channel_id, event.unread, false);
        this.channelStores.get(event.channel_id)?.markedUnread(event.seq, event.unread);
        break;
      case 'pins_changed':
        this.options.onTopicsChanged(['pins']);
        break;
      case 'reload':
        this.scheduleReload();
        break;
      case 'blackout_changed': {
        const { program, active, until, refuses_sending } = event;
        this.options.onBlackoutChanged(program, { active, until, refusesSending: refuses_sending });
        break;
      }
      case 'changed':
        this.options.onTopicsChanged(event.topics);
        break;
      case 'typing':
        if (event.user_id !== this.personId) this.typing.started(event.channel_id, event.user_id);
        break;
      case 'assistant_delta':
        this.assistant.deltaReceived(event.channel_id, event.reply_to, event.text);
        break;
      case 'crisis_detected':
        this.crises.detected(event.channel_id, event.msg_id);
        break;
      case 'error':
        this.receiveError(event);
        break;
      default:
        this.callSignaling.event(event);
    }
  }

  private alertUnread(channels: readonly string[]): void {
    if (channels.length > 0) this.scheduleReload();
    for (const channelId of channels) {
      const { isTagged } = this.unread.getSnapshot().byChannel.get(channelId) ?? NOTHING_UNREAD;
      this.options.onMessageAlert({ channelId, isTagged });
    }
  }

  private receiveMessage(wire: WireMessage): void {
    const message = fromWire(wire);
    this.typing.stopped(message.channelId, message.userId);
    this.channelStores.get(message.channelId)?.receiveMessage(message);
    this.trackQuestion(message.channelId, [wire]);
    this.options.onMessage(message);
    if (message.userId === this.personId || message.deletedOn !== null) return;
    this.options.onMessageAlert({
      channelId: message.channelId,
      isTagged: mentions(message.text, this.personId),
    });
  }

  private receiveChanged(wire: WireMessage): void {
    const message = fromWire(wire);
    this.channelStores.get(message.channelId)?.receiveChanged(message);
    this.composerModes.changed(message.channelId, message, toMarkup);
    if (message.deletedOn !== null) this.composerModes.deleted(message.channelId, message.msgId);
    this.options.onChanged(message);
  }

  /** Finds the question in these messages (in any order) that the assistant is answering. */
  private trackQuestion(channelId: string, messages: readonly WireMessage[]): void {
    if (!this.assistantChannels.has(channelId)) return;
    for (const { assistant } of messages) {
      if (assistant) this.assistant.answerReceived(channelId, assistant.reply_to);
    }
    const newest = [...messages].sort((a, b) => b.seq - a.seq)[0];
    const isFresh = newest !== undefined && Date.now() - Date.parse(newest.created_on) < MAX_QUESTION_AGE_MS;
    if (isFresh && newest.user_id === this.personId) this.assistant.questionSent(channelId, newest.msg_id);
  }

  private receiveError(error: ErrorFrame): void {
    const { code, channel, temp_id, in_reply_to, retry_after_ms, kinds } = error;
    // The socket renews the token and repeats all requests.
    if (code.startsWith('token_')) return;
    const pending = temp_id === undefined ? undefined : this.outbox.find(temp_id);
    if (in_reply_to?.startsWith('call_')) {
      this.callSignaling.refused(error);
    } else if (pending) {
      this.channelStore(pending.channelId).sendRefused(pending.tempId, code, retry_after_ms, kinds);
    } else if (channel !== undefined && in_reply_to === 'edit') {
      this.composerModes.failed(channel, code, kinds);
    } else if (in_reply_to === 'delete') {
      this.options.onDeletionRefused(code);
    } else if (channel !== undefined && in_reply_to === 'react') {
      if (temp_id !== undefined) this.channelStores.get(channel)?.reactionRefused(temp_id);
      this.options.onReactionRefused();
    } else if (channel !== undefined && in_reply_to === 'assistant_retry') {
      this.assistant.clearChannel(channel);
    } else if (channel !== undefined && in_reply_to !== undefined) {
      this.channelStores.get(channel)?.requestRefused(in_reply_to);
    }
  }

  private scheduleReload(): void {
    clearTimeout(this.reloadTimer);
    this.reloadTimer = setTimeout(() => this.options.onChannelsStale(), RELOAD_DEBOUNCE_MS);
  }
}
