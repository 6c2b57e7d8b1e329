/** An observable value outside of React, for `useSyncExternalStore`. */
export class ExternalStore<Snapshot> {
  private readonly listeners = new Set<() => void>();
  private snapshot: Snapshot;

  constructor(initial: Snapshot) {
    this.snapshot = initial;
  }

  readonly getSnapshot = (): Snapshot => this.snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  protected set(next: Snapshot): void {
    if (Object.is(next, this.snapshot)) return;
    this.snapshot = next;
    for (const listener of this.listeners) listener();
  }

  protected patch(changes: Partial<Snapshot>): void {
    this.set({ ...this.snapshot, ...changes });
  }
}
