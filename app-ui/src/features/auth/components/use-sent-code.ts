import { useLocation } from 'react-router';

/** A sent code, stored in the history entry of its step. */
export interface SentCode {
  to: string;
  /** Time of the next allowed request, in milliseconds since the epoch. */
  resendAt: number;
}

/** Lifetime of a code. A later user of this device must not see the address. */
const CODE_LIFETIME_MS = 10 * 60_000;

/**
 * Returns the address that a code was sent to before a reload: phones often reload the page while the mail is read.
 * After verification only the address is returned.
 */
export function useSentCode(): { email: string | null; sentTo: string | null; resendAt: number } {
  const state = useLocation().state as { step?: unknown; sent?: Partial<SentCode> } | null;
  const { to, resendAt = 0 } = state?.sent ?? {};
  const email = to !== undefined && Date.now() - resendAt < CODE_LIFETIME_MS ? to : null;
  return { email, sentTo: state?.step === 1 ? email : null, resendAt: email === null ? 0 : resendAt };
}
