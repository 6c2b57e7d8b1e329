import { ExternalStore } from '../external-store';

class SavedPanelStore extends ExternalStore<boolean> {
  readonly open = (): void => this.set(true);

  readonly close = (): void => this.set(false);
}

/** Whether the saved messages are shown. */
export const savedPanel = new SavedPanelStore(false);
