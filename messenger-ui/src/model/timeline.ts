import type { ClientCommand, MessagesPayload } from '../client/protocol';
import { History, type OlderCursor } from './history';
import type { ChatMessage } from './message';

export type Loading = 'idle' | 'loading' | 'error';

/**
 * A message by what is known of it: its id, its number, or the instant (RFC 3339) at or after which it was the first.
 * Beyond the ends it is the message at that end.
 */
export type JumpTarget = { messageId: string } | { seq: number } | { date: string };

/** Where the list is to stand. A new object each time, so that the same place can be asked for twice. */
export interface Focus {
  seq: number | 'end';
}

export interface TimelineState {
  /** Ascending by `seq`, without gaps. */
  messages: readonly ChatMessage[];
  /** The newest part of the channel, which is `messages` unless `isDetached`. */
  newestPart: readonly ChatMessage[];
  /** `messages` is a piece of the past: between it and the newest part others are missing. */
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
  fits: (page: MessagesPayload, messages: readonly ChatMessage[]) => boolean;
}

/** As many as the server puts on a page. */
const PAGE = 30;

/**
 * Which part of a channel is shown: the newest one, which is always kept, or a piece around a message that was jumped
 * to. The piece grows at both ends and becomes one with the newest part when it touches it.
 */
export class Timeline {
  private readonly newest: History;
  private readonly channelId: string;
  private readonly send: (command: ClientCommand) => boolean;
  private piece: History | null = null;
  private target: JumpTarget | null = null;
  private focus: Focus | null = null;
  private readonly progress: Record<Kind, Loading> = { older: 'idle', newer: 'idle', jump: 'idle' };
  /** What the server has not answered yet, in its order; it answers in the same. */
  private asked: PageRequest[] = [];

  constructor(newest: History, channelId: string, send: (command: ClientCommand) => boolean) {
    this.newest = newest;
    this.channelId = channelId;
    this.send = send;
  }

  get state(): TimelineState {
    const { isLoaded, older, messages } = this.shown;
    return {
      messages,
      newestPart: this.newest.messages,
      isDetached: this.isDetached,
      reachedBeginning: isLoaded && older === null,
      ...this.progress,
      focus: this.focus,
    };
  }

  get isDetached(): boolean {
    return this.piece !== null;
  }

  loadOlder(): void {
    const cursor = this.shown.older;
    if (!cursor || this.progress.older === 'loading') return;
    this.ask(
      'older',
      { page_number: cursor.page, anchor: cursor.anchor },
      ({ page_number, anchor }) =>
        this.shown.older === cursor && page_number === cursor.page && anchor === cursor.anchor,
    );
  }

  loadNewer(): void {
    const { piece } = this;
    const last = piece?.newest;
    if (!piece || !last || this.progress.newer === 'loading') return;
    this.ask(
      'newer',
      { seq: last.seq + 1, anchor: last.seq + PAGE },
      (_, messages) =>
        this.piece === piece && messages.some(({ seq }) => seq === piece.newest?.seq || seq === last.seq + 1),
    );
  }

  jumpTo(target: JumpTarget): void {
    this.target = null;
    this.progress.jump = 'idle';
    const shown = find(this.shown, target);
    const known = shown ?? find(this.newest, target);
    if (known) {
      if (!shown) this.attach();
      this.focus = { seq: known.seq };
    } else {
      this.target = target;
      this.askForTarget();
    }
  }

  cancelJump(): void {
    this.target = null;
    this.progress.jump = 'idle';
  }

  /** Back to the newest message. */
  showNewest(): void {
    this.reset();
    this.focus = { seq: 'end' };
  }

  /** The place asked for was reached, and need not be shown as such any more. */
  clearFocus(): void {
    this.focus = null;
  }

  reset(): void {
    this.attach();
    this.cancelJump();
    this.focus = null;
  }

  connected(): void {
    if (this.target) this.askForTarget();
  }

  disconnected(): void {
    this.asked = [];
    for (const kind of ['older', 'newer'] as const) {
      if (this.progress[kind] === 'loading') this.progress[kind] = 'error';
    }
  }

  /** An answer to `get_room_chat_messages`. */
  receive(page: MessagesPayload, messages: readonly ChatMessage[], older: OlderCursor | null): void {
    const answered = this.asked.shift();
    if (!answered) return;
    if (!this.asked.some(({ kind }) => kind === answered.kind)) this.progress[answered.kind] = 'idle';
    // What was asked for is not wanted any more.
    if (!answered.fits(page, messages)) return;
    if (answered.kind === 'older') {
      this.shown.putOlder(messages, older);
    } else if (answered.kind === 'newer') {
      for (const message of ascending(messages)) this.piece?.add(message);
    } else {
      this.arrive(messages, older, page.selected_msg_id);
    }
    this.joinParts();
  }

  /** `get_room_chat_messages` was answered with an error. */
  refused(): void {
    const request = this.asked.shift();
    if (request && this.progress[request.kind] === 'loading') this.progress[request.kind] = 'error';
  }

  /** The newest part has grown: the piece may touch it now. */
  joinParts(): void {
    const { piece, newest } = this;
    const [first] = newest.messages;
    const last = piece?.newest;
    if (!piece || !last || !first || first.seq > last.seq + 1) return;
    newest.putOlder(piece.messages, piece.older);
    this.piece = null;
    this.progress.newer = 'idle';
  }

  private get shown(): History {
    return this.piece ?? this.newest;
  }

  private arrive(
    messages: readonly ChatMessage[],
    older: OlderCursor | null,
    selectedId: string | undefined,
  ): void {
    const { target } = this;
    if (!target) return;
    const piece = new History();
    piece.putNewest(messages, older);
    this.attach();
    this.piece = piece;
    this.target = null;
    const selected = messages.find(({ msgId }) => msgId === selectedId);
    this.focus = selected ? { seq: selected.seq } : null;
  }

  private askForTarget(): void {
    const { target } = this;
    if (!target) return;
    const { messageId, ...place } = { messageId: undefined, ...target };
    this.ask(
      'jump',
      messageId === undefined ? place : { message_id: messageId },
      () => this.target === target,
    );
    // Without a connection it is asked for as soon as there is one.
    this.progress.jump = 'loading';
  }

  private ask(kind: Kind, place: object, fits: PageRequest['fits']): void {
    const asked = this.send({ command: 'get_room_chat_messages', channel: this.channelId, ...place });
    if (asked) this.asked.push({ kind, fits });
    this.progress[kind] = asked ? 'loading' : 'error';
  }

  private attach(): void {
    this.piece = null;
    this.progress.older = 'idle';
    this.progress.newer = 'idle';
  }
}

/** The oldest known message is not shown while there are older ones: it does not count as there. */
function find(history: History, target: JumpTarget): ChatMessage | undefined {
  // Only the server knows which one is the first of a time.
  if ('date' in target) return undefined;
  const place = history.messages.findIndex(({ msgId, seq }) =>
    'messageId' in target ? msgId === target.messageId : seq === target.seq,
  );
  return place > 0 || history.older === null ? history.messages[place] : undefined;
}

function ascending(messages: readonly ChatMessage[]): ChatMessage[] {
  return [...messages].sort((a, b) => a.seq - b.seq);
}
