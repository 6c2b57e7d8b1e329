/** One "@", something before it, and a domain with a dot: more would refuse addresses that exist. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;

/** The form in which the server knows an address, whatever a phone keyboard made of it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isEmail(email: string): boolean {
  return EMAIL.test(normalizeEmail(email));
}

/** An address within a sentence of any direction: the full stop after it stays behind it. */
export function isolated(email: string): string {
  return `\u2068${email}\u2069`;
}
