import { useLocation } from 'react-router';

/** A code that is on its way. It stands in the history's entry of its step. */
export interface SentCode {
  to: string;
  /** When another one can be asked for. */
  resendAt: number;
}

/** The code is too old by then, and who sits at this device later shall not find the address. */
const LIFETIME = 10 * 60_000;

/**
 * What the steps were about before a reload: whoever looks into their mail on a phone often finds the page loaded anew
 * when they come back with the code. Of a proven code only the address is left.
 */
export function useSentBefore(): { email: string | null; sentTo: string | null; resendAt: number } {
  const state = useLocation().state as { step?: unknown; sent?: Partial<SentCode> } | null;
  const { to, resendAt = 0 } = state?.sent ?? {};
  const email = to !== undefined && Date.now() - resendAt < LIFETIME ? to : null;
  return { email, sentTo: state?.step === 1 ? email : null, resendAt: email === null ? 0 : resendAt };
}
