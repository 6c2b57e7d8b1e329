import { ExternalStore } from '../external-store';
import { type Composition, fromMarkup } from './compose';
import type { ChatMessage, Quote } from './message';
import type { PendingMessage } from './pending-message';

/** The mode of a composer that writes no plain new message. */
export type ComposerMode =
  | { kind: 'reply'; quote: Quote }
  | {
      kind: 'edit';
      msgId: string;
      /** Separate from the draft of the channel, which returns afterwards. */
      composition: Composition;
      state: 'writing' | 'saving';
      /** The error code of the last attempt. */
      failure: string | null;
      /** What the text contains that needs a confirmation. */
      kinds: readonly string[];
    }
  | {
      /** A message that waits until the person has looked at it once more. */
      kind: 'confirm';
      tempId: string;
      /** Separate from the draft of the channel, which returns afterwards. */
      composition: Composition;
      /** The text about which the person was asked. */
      original: string;
      kinds: readonly string[];
      /** Whether the message has a file. */
      hasFile: boolean;
    };

type EditMode = Extract<ComposerMode, { kind: 'edit' }>;

/** The reply or edit in progress per channel; it survives a change of channel. */
export class ComposerModeStore extends ExternalStore<ReadonlyMap<string, ComposerMode>> {
  constructor() {
    super(new Map());
  }

  get(channelId: string): ComposerMode | undefined {
    return this.getSnapshot().get(channelId);
  }

  reply(channelId: string, message: ChatMessage, text: string): void {
    const { msgId, seq, userId, attachments } = message;
    const attachmentName = attachments[0]?.name ?? null;
    this.replyTo(channelId, { msgId, seq, userId, text, attachmentName, isDeleted: false });
  }

  replyTo(channelId: string, quote: Quote): void {
    this.put(channelId, { kind: 'reply', quote });
  }

  edit(channelId: string, { msgId, text }: ChatMessage): void {
    const composition = fromMarkup(text);
    this.put(channelId, { kind: 'edit', msgId, composition, state: 'writing', failure: null, kinds: [] });
  }

  /** Shows a message in the composer that was not sent yet. */
  confirm(channelId: string, { tempId, text, attachment, kinds = [] }: PendingMessage): void {
    const composition = fromMarkup(text);
    const hasFile = attachment !== null;
    this.put(channelId, { kind: 'confirm', tempId, composition, original: text, kinds, hasFile });
  }

  write(channelId: string, composition: Composition): void {
    const mode = this.get(channelId);
    if (mode?.kind === 'confirm') this.put(channelId, { ...mode, composition });
    else this.changeEdit(channelId, { composition, failure: null, kinds: [] });
  }

  saving(channelId: string): void {
    this.changeEdit(channelId, { state: 'saving', failure: null, kinds: [] });
  }

  /** Ends the edit of a deleted message, and empties the quote of a reply to it. */
  deleted(channelId: string, msgId: string): void {
    const mode = this.get(channelId);
    if (mode?.kind === 'edit' && mode.msgId === msgId) this.end(channelId);
    if (mode?.kind === 'reply' && mode.quote.msgId === msgId)
      this.replyTo(channelId, { ...mode.quote, text: '', attachmentName: null, isDeleted: true });
  }

  /** Ends the edit if the server's text is the edited one; a change may also be a reaction. */
  changed(channelId: string, message: ChatMessage, markupOf: (composition: Composition) => string): void {
    const mode = this.get(channelId);
    if (mode?.kind !== 'edit' || mode.state !== 'saving' || mode.msgId !== message.msgId) return;
    if (markupOf(mode.composition) === message.text) this.end(channelId);
  }

  /** Ends saving after a refusal or a lost connection and keeps the edited text. */
  failed(channelId: string, failure: string, kinds: readonly string[] = []): void {
    const mode = this.get(channelId);
    if (mode?.kind === 'edit' && mode.state === 'saving')
      this.changeEdit(channelId, { state: 'writing', failure, kinds });
  }

  end(channelId: string): void {
    if (!this.getSnapshot().has(channelId)) return;
    const next = new Map(this.getSnapshot());
    next.delete(channelId);
    this.set(next);
  }

  private changeEdit(channelId: string, changes: Partial<EditMode>): void {
    const mode = this.get(channelId);
    if (mode?.kind === 'edit') this.put(channelId, { ...mode, ...changes });
  }

  private put(channelId: string, mode: ComposerMode): void {
    this.set(new Map(this.getSnapshot()).set(channelId, mode));
  }
}
