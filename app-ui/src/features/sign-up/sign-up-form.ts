import { useEffect, useState } from 'react';

export const ROLES = ['Mentee', 'Mentor'] as const;

export type SignUpRole = (typeof ROLES)[number];

/** What a person says of themselves. Nothing of it is secret, so it outlives a reload of the tab. */
export interface SignUpForm {
  email: string;
  role: SignUpRole | null;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  /** The key of a mentee's programme. */
  project: string;
  /** What lets a mentor in. */
  institutionCode: string;
  /** The code of a language; empty until one was chosen. */
  language: string;
}

const EMPTY: SignUpForm = {
  email: '',
  role: null,
  firstName: '',
  lastName: '',
  phoneNumber: '',
  project: '',
  institutionCode: '',
  language: '',
};

const KEY = 'mh-sign-up';

/** What was typed in this tab before, if anything. */
export function readForm(): SignUpForm {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (!isForm(kept)) return EMPTY;
    const role = ROLES.find((one) => one === kept.role) ?? null;
    return { ...EMPTY, ...kept, role };
  } catch {
    // Storage may be forbidden or hold what nobody wrote: then one begins with an empty form.
    return EMPTY;
  }
}

/** Keeps it as long as the tab lives; null forgets it. */
export function rememberForm(form: SignUpForm | null): void {
  try {
    if (form === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // As above: it then lasts as long as the page.
  }
}

/** Whether this tab was in the middle of a profile. */
export function hasBegun(): boolean {
  return readForm().email !== '';
}

/** The form with what was typed before, kept with every change. */
export function useSignUpForm(first: Partial<SignUpForm>) {
  const [form, setForm] = useState<SignUpForm>(() => withDefaults(readForm(), first));
  useEffect(() => rememberForm(form), [form]);
  const change = (changes: Partial<SignUpForm>) => setForm((before) => ({ ...before, ...changes }));
  return [form, change] as const;
}

/** What was typed wins over what is proposed. */
function withDefaults(form: SignUpForm, first: Partial<SignUpForm>): SignUpForm {
  const typed = Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== '' && value !== null),
  );
  return { ...EMPTY, ...first, ...typed };
}

function isForm(value: unknown): value is Partial<SignUpForm> {
  const isText = ([name, field]: [string, unknown]) =>
    typeof field === 'string' || (name === 'role' && field === null);
  return typeof value === 'object' && value !== null && Object.entries(value).every(isText);
}
