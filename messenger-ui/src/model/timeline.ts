import type { ClientCommand, MessagesPayloadFrame } from '../client/frames.gen';
import type { ChatMessage } from './message';
import { MessageWindow, type OlderCursor } from './message-window';

export type Loading = 'idle' | 'loading' | 'error';

/**
 * The message to jump to: by id, by number, or the first one at or after an instant (RFC 3339). Beyond the ends it is
 * the message at that end.
 */
export type JumpTarget = { messageId: string } | { seq: number } | { date: string };

/** The scroll target. A new object for each request, so that the same target can be requested twice. */
export interface Focus {
  seq: number | 'end';
}

export interface TimelineState {
  /** Ascending by `seq`, without gaps. */
  messages: readonly ChatMessage[];
  /** The newest messages, equal to `messages` unless `isDetached`. */
  newestMessages: readonly ChatMessage[];
  /** `messages` is an older window: messages between it and the newest ones are missing. */
  isDetached: boolean;
  reachedBeginning: boolean;
  older: Loading;
  newer: Loading;
  jump: Loading;
  focus: Focus | null;
}

type Kind = 'older' | 'newer' | 'jump';

interface PageRequest {
  kind: Kind;
  isCurrent: (page: MessagesPayloadFrame, messages: readonly ChatMessage[]) => boolean;
}

/** A request for the page around a message that does not change what is shown. */
interface LookUp {
  kind: 'lookUp';
  /** Null without an answer. */
  onAnswer: (messages: readonly ChatMessage[] | null) => void;
}

/** The server's page size. */
const PAGE_SIZE = 30;

/**
 * Decides which window of a channel is shown: the newest one, which is always kept, or a detached one around a jump
 * target. The detached window grows at both ends and merges with the newest one when they touch.
 */
export class Timeline {
  private readonly newest: MessageWindow;
  private readonly channelId: string;
  private readonly send: (command: ClientCommand) => boolean;
  private detachedWindow: MessageWindow | null = null;
  private target: JumpTarget | null = null;
  private focus: Focus | null = null;
  private readonly progress: Record<Kind, Loading> = { older: 'idle', newer: 'idle', jump: 'idle' };
  /** Unanswered requests; the server answers in order. */
  private requests: (PageRequest | LookUp)[] = [];

  constructor(newest: MessageWindow, channelId: string, send: (command: ClientCommand) => boolean) {
    this.newest = newest;
    this.channelId = channelId;
    this.send = send;
  }

  get state(): TimelineState {
    const { isLoaded, older, messages } = this.shown;
    return {
      messages,
      newestMessages: this.newest.messages,
      isDetached: this.isDetached,
      reachedBeginning: isLoaded && older === null,
      ...this.progress,
      focus: this.focus,
    };
  }

  get isDetached(): boolean {
    return this.detachedWindow !== null;
  }

  loadOlder(): void {
    const cursor = this.shown.older;
    if (!cursor || this.progress.older === 'loading') return;
    this.request(
      'older',
      { page_number: cursor.page, anchor: cursor.anchor },
      ({ page_number, anchor }) =>
        this.shown.older === cursor && page_number === cursor.page && anchor === cursor.anchor,
    );
  }

  loadNewer(): void {
    const { detachedWindow } = this;
    const last = detachedWindow?.newest;
    if (!detachedWindow || !last || this.progress.newer === 'loading') return;
    this.request(
      'newer',
      { seq: last.seq + 1, anchor: last.seq + PAGE_SIZE },
      (_, messages) =>
        this.detachedWindow === detachedWindow &&
        messages.some(({ seq }) => seq === detachedWindow.newest?.seq || seq === last.seq + 1),
    );
  }

  jumpTo(target: JumpTarget): void {
    this.target = null;
    this.progress.jump = 'idle';
    const shown = find(this.shown, target);
    const known = shown ?? find(this.newest, target);
    if (known) {
      if (!shown) this.reattach();
      this.focus = { seq: known.seq };
    } else {
      this.target = target;
      this.requestTarget();
    }
  }

  cancelJump(): void {
    this.target = null;
    this.progress.jump = 'idle';
  }

  /** Fetches the page with a message and does not show it. */
  lookUp(messageId: string, onAnswer: LookUp['onAnswer']): void {
    const command = 'get_room_chat_messages' as const;
    const asked = this.send({ command, channel: this.channelId, message_id: messageId });
    if (asked) this.requests.push({ kind: 'lookUp', onAnswer });
    else onAnswer(null);
  }

  /** Returns to the newest message. */
  showNewest(): void {
    this.reset();
    this.focus = { seq: 'end' };
  }

  /** Ends the scroll target after it was reached. */
  clearFocus(): void {
    this.focus = null;
  }

  reset(): void {
    this.reattach();
    this.cancelJump();
    this.focus = null;
  }

  connected(): void {
    if (this.target) this.requestTarget();
  }

  disconnected(): void {
    const interrupted = this.requests;
    this.requests = [];
    for (const request of interrupted) if (request.kind === 'lookUp') request.onAnswer(null);
    for (const kind of ['older', 'newer'] as const) {
      if (this.progress[kind] === 'loading') this.progress[kind] = 'error';
    }
  }

  /** Handles an answer to `get_room_chat_messages`. */
  receive(page: MessagesPayloadFrame, messages: readonly ChatMessage[], older: OlderCursor | null): void {
    const answered = this.requests.shift();
    if (!answered) return;
    if (answered.kind === 'lookUp') {
      answered.onAnswer(messages);
      return;
    }
    if (!this.requests.some(({ kind }) => kind === answered.kind)) this.progress[answered.kind] = 'idle';
    // The request is obsolete.
    if (!answered.isCurrent(page, messages)) return;
    if (answered.kind === 'older') {
      this.shown.addOlder(messages, older);
    } else if (answered.kind === 'newer') {
      for (const message of ascending(messages)) this.detachedWindow?.add(message);
    } else {
      this.showDetached(messages, older, page.selected_msg_id);
    }
    this.mergeWindows();
  }

  /** Handles a refused `get_room_chat_messages`. */
  refused(): void {
    const request = this.requests.shift();
    if (request?.kind === 'lookUp') request.onAnswer(null);
    else if (request && this.progress[request.kind] === 'loading') this.progress[request.kind] = 'error';
  }

  /** Merges the windows if they touch now. */
  mergeWindows(): void {
    const { detachedWindow, newest } = this;
    const [first] = newest.messages;
    const last = detachedWindow?.newest;
    if (!detachedWindow || !last || !first || first.seq > last.seq + 1) return;
    newest.addOlder(detachedWindow.messages, detachedWindow.older);
    this.detachedWindow = null;
    this.progress.newer = 'idle';
  }

  private get shown(): MessageWindow {
    return this.detachedWindow ?? this.newest;
  }

  private showDetached(
    messages: readonly ChatMessage[],
    older: OlderCursor | null,
    selectedId: string | undefined,
  ): void {
    const { target } = this;
    if (!target) return;
    const detachedWindow = new MessageWindow();
    detachedWindow.addNewest(messages, older);
    this.reattach();
    this.detachedWindow = detachedWindow;
    this.target = null;
    const selected = messages.find(({ msgId }) => msgId === selectedId);
    this.focus = selected ? { seq: selected.seq } : null;
  }

  private requestTarget(): void {
    const { target } = this;
    if (!target) return;
    const { messageId, ...position } = { messageId: undefined, ...target };
    this.request(
      'jump',
      messageId === undefined ? position : { message_id: messageId },
      () => this.target === target,
    );
    // Without a connection the request is sent after the next connect.
    this.progress.jump = 'loading';
  }

  private request(kind: Kind, position: object, isCurrent: PageRequest['isCurrent']): void {
    const asked = this.send({ command: 'get_room_chat_messages', channel: this.channelId, ...position });
    if (asked) this.requests.push({ kind, isCurrent });
    this.progress[kind] = asked ? 'loading' : 'error';
  }

  private reattach(): void {
    this.detachedWindow = null;
    this.progress.older = 'idle';
    this.progress.newer = 'idle';
  }
}

/** The oldest known message does not count: it is hidden while there are older ones. */
function find(history: MessageWindow, target: JumpTarget): ChatMessage | undefined {
  // Only the server knows the first message at or after an instant.
  if ('date' in target) return undefined;
  const index = history.messages.findIndex(({ msgId, seq }) =>
    'messageId' in target ? msgId === target.messageId : seq === target.seq,
  );
  return index > 0 || history.older === null ? history.messages[index] : undefined;
}

function ascending(messages: readonly ChatMessage[]): ChatMessage[] {
  return [...messages].sort((a, b) => a.seq - b.seq);
}
