/**
 * What a person has proven on the way to an account. It lives in memory only: a reload forgets it, because a password
 * and a proof belong into no storage.
 */
export type SignUpDraft =
  /** The address was proven by a code, and a password was chosen. */
  | { kind: 'email'; email: string; otp: string; password: string }
  /** A provider vouches for the address; `token` is the server's ticket for it, `name` what the provider calls them. */
  | { kind: 'social'; token: string; email: string; name: string };

let draft: SignUpDraft | null = null;
const subscribers = new Set<() => void>();

/** The one draft of this page, as an external store. */
export const signUpDraft = {
  get: (): SignUpDraft | null => draft,
  set(next: SignUpDraft | null): void {
    draft = next;
    for (const subscriber of subscribers) subscriber();
  },
  subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
};
