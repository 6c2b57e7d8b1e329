import { expect, it } from 'vitest';
import { programmesFor } from './programmes';

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
  // A closed programme awaits nobody.
  ['tom@other.example', ['open']],
])('%s may choose %j', (email, keys) => {
  const options = programmesFor(projects, email);
  expect(options.map(({ key }) => key)).toEqual(projects.map(({ key }) => key));
  expect(options.filter(({ isDisabled }) => !isDisabled).map(({ key }) => key)).toEqual(keys);
});
