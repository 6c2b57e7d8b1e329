import { ExternalStore } from '../external-store';
import { type Composition, fromMarkup } from './compose';
import type { ChatMessage, Quote } from './message';

/** What the composer of a channel is for, if it is not simply for writing. */
export type Mode =
  | { kind: 'reply'; quote: Quote }
  | {
      kind: 'edit';
      msgId: string;
      /** Apart from the draft of the channel, which is there again afterwards. */
      composition: Composition;
      state: 'writing' | 'saving';
      /** The error code of the last try. */
      failure: string | null;
    };

type EditMode = Extract<Mode, { kind: 'edit' }>;

/** Which message is answered or edited in each channel; it stays while one looks at another channel. */
export class ModeStore extends ExternalStore<ReadonlyMap<string, Mode>> {
  constructor() {
    super(new Map());
  }

  of(channelId: string): Mode | undefined {
    return this.getSnapshot().get(channelId);
  }

  reply(channelId: string, message: ChatMessage, text: string): void {
    const { msgId, seq, userId, attachments } = message;
    const attachmentName = attachments[0]?.name ?? null;
    this.answer(channelId, { msgId, seq, userId, text, attachmentName });
  }

  answer(channelId: string, quote: Quote): void {
    this.put(channelId, { kind: 'reply', quote });
  }

  edit(channelId: string, { msgId, text }: ChatMessage): void {
    const composition = fromMarkup(text);
    this.put(channelId, { kind: 'edit', msgId, composition, state: 'writing', failure: null });
  }

  write(channelId: string, composition: Composition): void {
    this.changeEdit(channelId, { composition, failure: null });
  }

  saving(channelId: string): void {
    this.changeEdit(channelId, { state: 'saving', failure: null });
  }

  /** The message is what it was edited to, or was changed by somebody's reaction meanwhile. */
  changed(channelId: string, message: ChatMessage, markupOf: (composition: Composition) => string): void {
    const mode = this.of(channelId);
    if (mode?.kind !== 'edit' || mode.state !== 'saving' || mode.msgId !== message.msgId) return;
    if (markupOf(mode.composition) === message.text) this.end(channelId);
  }

  /** It was refused, or nobody will answer any more: what was written stays. */
  failed(channelId: string, failure: string): void {
    const mode = this.of(channelId);
    if (mode?.kind === 'edit' && mode.state === 'saving')
      this.changeEdit(channelId, { state: 'writing', failure });
  }

  end(channelId: string): void {
    if (!this.getSnapshot().has(channelId)) return;
    const next = new Map(this.getSnapshot());
    next.delete(channelId);
    this.set(next);
  }

  private changeEdit(channelId: string, changes: Partial<EditMode>): void {
    const mode = this.of(channelId);
    if (mode?.kind === 'edit') this.put(channelId, { ...mode, ...changes });
  }

  private put(channelId: string, mode: Mode): void {
    this.set(new Map(this.getSnapshot()).set(channelId, mode));
  }
}
