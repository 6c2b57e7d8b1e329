import { ExternalStore } from '../../external-store';
import type { Attachment, ChatMessage } from '../../model/message';

/** Files by the id of their message; null where the last attempt failed. */
type State = ReadonlyMap<string, Attachment | null>;

/** Finds the files of messages by id. One request at a time; each answer also has the message's neighbours. */
export class AttachmentFinder extends ExternalStore<State> {
  private readonly lookUp: (msgId: string) => Promise<readonly ChatMessage[] | null>;
  private readonly waiting = new Set<string>();
  private isBusy = false;

  constructor(lookUp: AttachmentFinder['lookUp'], known: readonly ChatMessage[]) {
    super(filesOf(known));
    this.lookUp = lookUp;
  }

  /** Requests the file of a message, unless it is known. */
  request(msgId: string): void {
    this.waiting.add(msgId);
    if (!this.isBusy) void this.work();
  }

  /** Withdraws a request that has not begun. */
  withdraw(msgId: string): void {
    this.waiting.delete(msgId);
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    for (const msgId of this.waiting) {
      this.waiting.delete(msgId);
      if (this.getSnapshot().get(msgId)) continue;
      const found = filesOf((await this.lookUp(msgId)) ?? []);
      const before = new Map(this.getSnapshot()).set(msgId, null);
      this.set(new Map([...before, ...found]));
    }
    this.isBusy = false;
  }
}

const filesOf = (messages: readonly ChatMessage[]): Map<string, Attachment> =>
  new Map(messages.flatMap(({ msgId, attachments: [file] }) => (file ? [[msgId, file]] : [])));
