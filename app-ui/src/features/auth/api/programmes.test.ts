import { expect, it } from 'vitest';
import { programmeOptions } from './programmes';

const project = (key: string, emailDomains: string[] = [], isDisabled = false) => ({
  key,
  name: key,
  emailDomains,
  isDisabled,
});

const projects = [
  project('open'),
  project('school', ['school.example']),
  project('closed-school', ['school.example', 'other.example'], true),
  project('closed', [], true),
];

it.each([
  ['tom@school.example', ['school']],
  ['tom@SCHOOL.example', ['school']],
  ['tom@mail.example', ['open']],
  ['tom@not-school.example', ['open']],
  // A closed programme is offered to no address, and its addresses are offered no other one.
  ['tom@other.example', []],
])('%s can choose %j', (email, keys) => {
  const options = programmeOptions(projects, email);
  expect(options.map(({ key }) => key)).toEqual(projects.map(({ key }) => key));
  expect(options.filter(({ isDisabled }) => !isDisabled).map(({ key }) => key)).toEqual(keys);
});
