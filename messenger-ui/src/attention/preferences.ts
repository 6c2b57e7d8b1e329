import { ExternalStore } from '../external-store';
import { browserStorage, type KeyValueStorage } from '../model/storage';

export interface AttentionState {
  hasSound: boolean;
  /** `wanted`: a message came while nobody looked; `dismissed`: the person does not want to be asked again. */
  invitation: 'none' | 'wanted' | 'dismissed';
}

const SOUND = 'mentor-hub.sound';
const INVITATION = 'mentor-hub.notifications';

/** How this device may call a person's attention. The tabs share it. */
export class AttentionPreferences extends ExternalStore<AttentionState> {
  private readonly storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    super(read(storage));
    this.storage = storage;
  }

  setSound(hasSound: boolean): void {
    this.storage.set(SOUND, hasSound ? 'on' : 'off');
    this.patch({ hasSound });
  }

  /** Now the person has missed something: a good moment to offer help, once. */
  invite(): void {
    if (this.getSnapshot().invitation === 'none') this.settle('wanted');
  }

  dismiss(): void {
    this.settle('dismissed');
  }

  /** Another tab changed something. */
  reread(): void {
    const next = read(this.storage);
    const { hasSound, invitation } = this.getSnapshot();
    if (next.hasSound !== hasSound || next.invitation !== invitation) this.set(next);
  }

  private settle(invitation: AttentionState['invitation']): void {
    this.storage.set(INVITATION, invitation);
    this.patch({ invitation });
  }
}

function read(storage: KeyValueStorage): AttentionState {
  const invitation = storage.get(INVITATION);
  return {
    hasSound: storage.get(SOUND) !== 'off',
    invitation: invitation === 'wanted' || invitation === 'dismissed' ? invitation : 'none',
  };
}

export const attentionPreferences = new AttentionPreferences(browserStorage());

if (typeof window === 'object') window.addEventListener('storage', () => attentionPreferences.reread());
