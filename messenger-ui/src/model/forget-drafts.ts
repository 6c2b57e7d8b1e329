import { browserStorage } from './storage';

/** The keys of unsent text in the storage of the browser begin with it. */
export const DRAFT_PREFIX = 'mentor-hub.draft.';

/**
 * Removes all drafts at sign-out, because other people may use the computer. Pending messages stay: they are sent when
 * their author signs in again.
 */
export function forgetDrafts(storage = browserStorage()): void {
  for (const key of storage.keys()) if (key.startsWith(DRAFT_PREFIX)) storage.remove(key);
}
