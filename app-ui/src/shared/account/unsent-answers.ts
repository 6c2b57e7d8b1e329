/** `forgetDrafts` of the messenger removes all keys that begin with "mentor-hub.draft." when a person signs out. */
export const ANSWERS_PREFIX = 'mentor-hub.draft.answers.';

const TIMEOUT_MS = 3_000;

type Save = () => Promise<unknown>;
const savers = new Set<Save>();

/** Registers what an open form can still save before a sign-out. Returns a function that ends it. */
export function saveBeforeSignOut(save: Save): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/** Saves what open forms can save. A server that does not respond does not delay it. */
export async function saveUnsentAnswers(): Promise<void> {
  const all = Promise.allSettled([...savers].map((save) => save()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

/** Returns the forms of an account whose answers on this device were not sent, by the keys of `AnswerDrafts`. */
export function unsentForms(account: string): string[] {
  const prefix = `${ANSWERS_PREFIX}${account}.`;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Whether this device has answers that were not sent. */
export function hasUnsentAnswers(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(ANSWERS_PREFIX));
  } catch {
    return false;
  }
}
