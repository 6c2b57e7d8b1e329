import { ExternalStore } from '../external-store';

/** By channel, the person's newest message that signals a crisis: the helplines are shown below it until they are closed. */
export class CrisisStore extends ExternalStore<ReadonlyMap<string, string>> {
  constructor() {
    super(new Map());
  }

  detected(channelId: string, msgId: string): void {
    this.set(new Map(this.getSnapshot()).set(channelId, msgId));
  }

  close(channelId: string): void {
    const next = new Map(this.getSnapshot());
    if (next.delete(channelId)) this.set(next);
  }

  clear(): void {
    this.set(new Map());
  }
}
