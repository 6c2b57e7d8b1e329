import { useEffect, useState } from 'react';

export const ROLES = ['Mentee', 'Mentor'] as const;

export type SignUpRole = (typeof ROLES)[number];

/** Answers of the sign-up form. They contain no secrets and survive a reload of the tab. */
export interface SignUpForm {
  email: string;
  role: SignUpRole | null;
  /** Role whose declaration was accepted: the other role has another one. */
  acceptedAs: SignUpRole | null;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  /** Key of the programme of a mentee. */
  project: string;
  /** Code that admits a mentor. */
  institutionCode: string;
  /** Token of an invitation to `email`, and the name of its programme; empty for those who were not invited. */
  invitation: string;
  programmeName: string;
  /** Language code; empty until a language is chosen. */
  language: string;
}

type Invited = Omit<SignUpForm, 'acceptedAs' | 'phoneNumber' | 'institutionCode'>;

const EMPTY: SignUpForm = {
  email: '',
  role: null,
  acceptedAs: null,
  firstName: '',
  lastName: '',
  phoneNumber: '',
  project: '',
  institutionCode: '',
  invitation: '',
  programmeName: '',
  language: '',
};

const KEY = 'mh-sign-up';

/** Loads the form of this tab. */
export function loadForm(): SignUpForm {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (!isForm(kept)) return EMPTY;
    return { ...EMPTY, ...kept, role: toRole(kept.role), acceptedAs: toRole(kept.acceptedAs) };
  } catch {
    // Storage may be forbidden or hold invalid data: start with an empty form.
    return EMPTY;
  }
}

const toRole = (value: unknown) => ROLES.find((one) => one === value) ?? null;

/** Saves the form for the life of the tab; null removes it. */
export function saveForm(form: SignUpForm | null): void {
  try {
    if (form === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // Storage may be forbidden: the form then lasts as long as the page.
  }
}

/** Begins the form of an address. Another one may belong to another person, who has accepted nothing yet. */
export function beginForm(email: string): void {
  const form = loadForm();
  saveForm({ ...form, email, acceptedAs: form.email === email ? form.acceptedAs : null });
}

/** Begins the form of an invited person with what staff know. */
export function beginInvited(invited: Invited): void {
  const form = loadForm();
  saveForm({ ...(form.email === invited.email ? form : EMPTY), ...invited });
}

/** Whether a form accepts an invitation to the address that is proven. */
export const isInvited = ({ invitation, email }: SignUpForm, proven: string): boolean =>
  invitation !== '' && email === proven;

/** Whether this tab has begun a form. */
export function hasSavedForm(): boolean {
  return loadForm().email !== '';
}

/** Returns the saved form, filled with defaults, and saves every change. */
export function useSignUpForm(first: Partial<SignUpForm>) {
  const [form, setForm] = useState<SignUpForm>(() => mergeForm(loadForm(), first));
  useEffect(() => saveForm(form), [form]);
  const change = (changes: Partial<SignUpForm>) => setForm((before) => ({ ...before, ...changes }));
  return [form, change] as const;
}

/** Returns the form with defaults for its empty fields. */
function mergeForm(form: SignUpForm, first: Partial<SignUpForm>): SignUpForm {
  const typed = Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== '' && value !== null),
  );
  return { ...EMPTY, ...first, ...typed };
}

function isForm(value: unknown): value is Partial<SignUpForm> {
  const isText = ([name, field]: [string, unknown]) =>
    typeof field === 'string' || ((name === 'role' || name === 'acceptedAs') && field === null);
  return typeof value === 'object' && value !== null && Object.entries(value).every(isText);
}
