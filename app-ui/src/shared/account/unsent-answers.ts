/** `forgetDrafts` of the messenger removes keys that begin with "mentor-hub.draft." when a person signs out. */
export const ANSWERS_PREFIX = 'mentor-hub.draft.answers.';

const TIMEOUT_MS = 3_000;

/** Something that has answers which the server lacks. */
interface Unsent {
  send: () => Promise<unknown>;
  /** Whether sending again can help. */
  isLeft: () => boolean | Promise<boolean>;
  /** Deletes what is not a draft. */
  forget?: () => Promise<unknown>;
}

const all = new Set<Unsent>();

/** Registers what can still be sent before a sign-out. Returns a function that ends it. */
export function sendBeforeSignOut(unsent: Unsent): () => void {
  all.add(unsent);
  return () => void all.delete(unsent);
}

/** Sends what can be sent. A server that does not respond does not delay it. */
export async function sendUnsent(): Promise<void> {
  const sent = Promise.allSettled([...all].map(({ send }) => send()));
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

/** Returns whether sending again can help. */
export async function canSendUnsent(): Promise<boolean> {
  return (await Promise.all([...all].map(({ isLeft }) => isLeft()))).includes(true);
}

/** Deletes what waits to be sent. Drafts stay. */
export async function forgetUnsent(): Promise<void> {
  await Promise.allSettled([...all].map(({ forget }) => forget?.()));
}

/** Whether a key of the storage names answers of this account; of any account if it is not known. */
export const isAnswersKey = (key: string, account: string | undefined): boolean =>
  key.startsWith(account === undefined ? ANSWERS_PREFIX : `${ANSWERS_PREFIX}${account}.`);

/** Returns the forms of an account whose answers on this device were not sent, by the keys of `AnswerDrafts`. */
export function unsentForms(account: string | undefined): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => isAnswersKey(key, account));
    return keys.map((key) => key.slice(`${ANSWERS_PREFIX}${account}.`.length));
  } catch {
    return [];
  }
}
