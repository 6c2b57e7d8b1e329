import { browserStorage } from './storage';

/** The keys of unsent text in the storage of the browser begin with it. */
export const DRAFT_PREFIX = 'mentor-hub.draft.';

/**
 * Removes all drafts at sign-out, except those that `isKept` names, because other people may use the computer. Pending
 * messages stay: they are sent when their author signs in again.
 */
export function forgetDrafts(isKept = (_key: string) => false): void {
  const storage = browserStorage();
  for (const key of storage.keys()) if (key.startsWith(DRAFT_PREFIX) && !isKept(key)) storage.remove(key);
}
