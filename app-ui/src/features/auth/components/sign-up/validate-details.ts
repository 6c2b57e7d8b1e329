import type { SignUpForm, SignUpRole } from '../../api/sign-up-form';

export type DetailName =
  | 'firstName'
  | 'lastName'
  | 'phoneNumber'
  | 'project'
  | 'institutionCode'
  | 'language';

/** Text key per invalid field, in the order of the page. */
export type DetailErrors = Partial<Record<DetailName, string>>;

/** Digits with an optional plus, after grouping characters are removed. */
const PHONE = /^\+?[0-9]{5,15}$/;
const GROUPING = /[\s\-./()]/g;

export function validateDetails(form: SignUpForm & { role: SignUpRole }, isInvited = false): DetailErrors {
  const errors: DetailErrors = {};
  if (!/\p{L}/u.test(form.firstName)) errors.firstName = 'signUp.invalid.firstName';
  if (!/\p{L}/u.test(form.lastName)) errors.lastName = 'signUp.invalid.lastName';
  if (!PHONE.test(form.phoneNumber.replace(GROUPING, ''))) errors.phoneNumber = 'signUp.invalid.phoneNumber';
  if (!isInvited && form.role === 'Mentee' && form.project === '') errors.project = 'signUp.invalid.project';
  if (!isInvited && form.role === 'Mentor' && form.institutionCode.trim() === '')
    errors.institutionCode = 'signUp.invalid.institutionMissing';
  if (form.language === '') errors.language = 'signUp.invalid.newPrimaryLanguage';
  return errors;
}
