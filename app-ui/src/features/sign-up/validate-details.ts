import type { SignUpForm, SignUpRole } from './sign-up-form';

export type DetailName =
  | 'firstName'
  | 'lastName'
  | 'phoneNumber'
  | 'project'
  | 'institutionCode'
  | 'language';

/** Keys of the catalogue, per field, in the order of the page. */
export type DetailErrors = Partial<Record<DetailName, string>>;

/** Digits, with a plus before them perhaps, grouped as people group them. */
const PHONE = /^\+?[0-9]{5,15}$/;
const GROUPING = /[\s\-./()]/g;

export function validateDetails(form: SignUpForm & { role: SignUpRole }): DetailErrors {
  const errors: DetailErrors = {};
  if (!/\p{L}/u.test(form.firstName)) errors.firstName = 'signUp.wrong.firstName';
  if (!/\p{L}/u.test(form.lastName)) errors.lastName = 'signUp.wrong.lastName';
  if (!PHONE.test(form.phoneNumber.replace(GROUPING, ''))) errors.phoneNumber = 'signUp.wrong.phoneNumber';
  if (form.role === 'Mentee' && form.project === '') errors.project = 'signUp.wrong.project';
  if (form.role === 'Mentor' && form.institutionCode.trim() === '')
    errors.institutionCode = 'signUp.wrong.institutionMissing';
  if (form.language === '') errors.language = 'signUp.wrong.newPrimaryLanguage';
  return errors;
}
