/** Requires an "@" and a domain with a dot: a stricter rule would reject valid addresses. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;

/** Returns the address as the server stores it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isEmail(email: string): boolean {
  return EMAIL.test(normalizeEmail(email));
}

/** Isolates an address from the direction of the text around it. */
export function bidiIsolate(email: string): string {
  return `\u2068${email}\u2069`;
}
