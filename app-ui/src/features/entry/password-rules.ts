/** The longest password that the server takes. */
const MAX_CHARS = 128;

/** What a password needs, each by the name of its sentence: what the server asks for, save its list of common ones. */
const RULES = {
  length: (password: string) => [...password].length >= 8 && [...password].length <= MAX_CHARS,
  upper: (password: string) => /\p{Uppercase}/u.test(password),
  lower: (password: string) => /\p{Lowercase}/u.test(password),
  digit: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[^\p{Alphabetic}\p{N}\p{Cc}]/u.test(password),
} as const;

export type PasswordRule = keyof typeof RULES;

/** Every rule, and whether this password meets it. */
export function passwordRules(password: string): { rule: PasswordRule; isMet: boolean }[] {
  return (Object.keys(RULES) as PasswordRule[]).map((rule) => ({ rule, isMet: RULES[rule](password) }));
}

export function isAcceptable(password: string): boolean {
  return passwordRules(password).every(({ isMet }) => isMet);
}
