/** Close codes of the server that the client treats apart from a lost connection. */
export const CLOSE = {
  restart: 1012,
  notSignedIn: 4401,
  termsRequired: 4451,
  maintenance: 4503,
} as const;
