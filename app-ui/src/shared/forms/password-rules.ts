/** Longest password that the server accepts. */
const MAX_CHARS = 128;

/** Rules of the server, by text key. Common passwords are refused on submission. */
const RULES = {
  length: (password: string) => [...password].length >= 8 && [...password].length <= MAX_CHARS,
  upper: (password: string) => /\p{Uppercase}/u.test(password),
  lower: (password: string) => /\p{Lowercase}/u.test(password),
  digit: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[^\p{Alphabetic}\p{N}\p{Cc}]/u.test(password),
} as const;

export type PasswordRule = keyof typeof RULES;

/** Returns every rule and whether the password meets it. */
export function passwordRules(password: string): { rule: PasswordRule; isMet: boolean }[] {
  return (Object.keys(RULES) as PasswordRule[]).map((rule) => ({ rule, isMet: RULES[rule](password) }));
}

export function isAcceptable(password: string): boolean {
  return passwordRules(password).every(({ isMet }) => isMet);
}

/** The server's list: common passwords without the digits and signs that people append. A test compares the two. */
export const COMMON: readonly string[] = [
  'abcabc',
  'abcd',
  'abcdef',
  'admin',
  'administrator',
  'baseball',
  'changeme',
  'dragon',
  'football',
  'hello',
  'iloveyou',
  'letmein',
  'login',
  'master',
  'mentee',
  'mentor',
  'monkey',
  'passwort',
  'password',
  'princess',
  'qwerty',
  'qwertz',
  'sunshine',
  'welcome',
];

const SUBSTITUTES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '5': 's',
  $: 's',
  '7': 't',
};

/** Undoes usual substitutions as the server does: "P@ssw0rd123!" is "password". */
export function isCommon(password: string): boolean {
  const plain = password
    .replace(/^\P{Alphabetic}+|\P{Alphabetic}+$/gu, '')
    .toLowerCase()
    .replace(/./gu, (char) => SUBSTITUTES[char] ?? char)
    .replace(/\P{Alphabetic}/gu, '');
  return COMMON.includes(plain);
}
