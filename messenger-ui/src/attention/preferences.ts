import { ExternalStore } from '../external-store';
import { browserStorage, type KeyValueStorage } from '../model/storage';

export interface AttentionState {
  hasSound: boolean;
  /** Whether this device shows notifications, if the browser allows them. */
  hasNotifications: boolean;
  /**
   * `wanted`: a message arrived while the page was not focused; `dismissed`: the person does not want to be asked
   * again.
   */
  invitation: 'none' | 'wanted' | 'dismissed';
}

const SOUND = 'mentor-hub.sound';
const INVITATION = 'mentor-hub.notifications';
const NOTIFICATIONS = 'mentor-hub.push';

const KEYS = ['hasSound', 'hasNotifications', 'invitation'] as const;

/** Notification preferences of this device, shared by its tabs. */
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

  setNotifications(hasNotifications: boolean): void {
    this.storage.set(NOTIFICATIONS, hasNotifications ? 'on' : 'off');
    this.patch({ hasNotifications });
  }

  /** Offers notifications once, after the person missed a message. */
  offer(): void {
    if (this.getSnapshot().invitation === 'none') this.settle('wanted');
  }

  dismiss(): void {
    this.settle('dismissed');
  }

  /** Reads the preferences again after another tab changed them. */
  reload(): void {
    const next = read(this.storage);
    const now = this.getSnapshot();
    if (KEYS.some((key) => next[key] !== now[key])) this.set(next);
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
    hasNotifications: storage.get(NOTIFICATIONS) !== 'off',
    invitation: invitation === 'wanted' || invitation === 'dismissed' ? invitation : 'none',
  };
}

export const attentionPreferences = new AttentionPreferences(browserStorage());

if (typeof window === 'object') window.addEventListener('storage', () => attentionPreferences.reload());
