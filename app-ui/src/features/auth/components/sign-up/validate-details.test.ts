import { expect, it } from 'vitest';
import { validateDetails } from './validate-details';

const lena = {
  email: 'lena@example.org',
  role: 'Mentee',
  acceptedAs: 'Mentee',
  firstName: 'Lena',
  lastName: 'Vogt',
  phoneNumber: '+49 (151) 234-56.78',
  project: 'riverside',
  institutionCode: '',
  invitation: '',
  programmeName: '',
  language: 'de',
} as const;

it.each([
  ['a mentee needs no code', lena, []],
  ['a mentor needs no programme', { ...lena, role: 'Mentor', project: '', institutionCode: 'X-1' }, []],
  ['a mentee needs a programme', { ...lena, project: '' }, ['project']],
  ['a mentor needs a code', { ...lena, role: 'Mentor', institutionCode: ' ' }, ['institutionCode']],
  ['a name has letters', { ...lena, firstName: '7', lastName: ' ' }, ['firstName', 'lastName']],
  ['a number has digits', { ...lena, phoneNumber: 'call me' }, ['phoneNumber']],
  ['a number is long enough', { ...lena, phoneNumber: '1234' }, ['phoneNumber']],
  ['a number has one plus', { ...lena, phoneNumber: '++4912345' }, ['phoneNumber']],
  ['a language is chosen', { ...lena, language: '' }, ['language']],
] as const)('%s', (_, form, wrong) => {
  expect(Object.keys(validateDetails(form))).toEqual(wrong);
});
