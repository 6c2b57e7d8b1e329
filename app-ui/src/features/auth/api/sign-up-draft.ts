/**
 * A sign-up whose address is proven. The server keeps the proof and the chosen password behind a cookie, so that neither is
 * stored in the page.
 */
export interface SignUpDraft {
  /** What proved the address: a code, or a provider. */
  kind: 'email' | 'social';
  email: string;
  /** Name at the provider. */
  name: string;
}

let draft: SignUpDraft | null = null;
const subscribers = new Set<() => void>();

/** The draft of this page, as an external store. */
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
