import { expect, it } from 'vitest';
import { missingFacts, type Person } from './person';

const TODAY = '2026-11-26';
const person = (facts: Partial<Person>): Person => ({
  id: '1',
  firstName: 'Tom',
  lastName: 'Baker',
  email: 'tom@example.org',
  role: 'mentee',
  programme: null,
  status: 'active',
  vettedUntil: null,
  guardianConsentAt: null,
  birthMonth: '2010-03',
  isMatched: false,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...facts,
});

it.each<[string, Partial<Person>, string[]]>([
  ['mentor without vetting', { role: 'mentor' }, ['vetting_missing']],
  ['mentor whose vetting ended yesterday', { role: 'mentor', vettedUntil: '2026-11-25' }, ['vetting_ended']],
  ['mentor on the last day of vetting', { role: 'mentor', vettedUntil: TODAY }, []],
  ['minor without consent', {}, ['consent_missing']],
  ['minor with consent', { guardianConsentAt: '2026-01-01T00:00:00Z' }, []],
  ['mentee of unknown age', { birthMonth: null }, ['birth_month_missing', 'consent_missing']],
  ['mentee who becomes 18 this month', { birthMonth: '2008-11' }, ['consent_missing']],
  ['mentee who became 18 last month', { birthMonth: '2008-10' }, []],
  ['staff', { role: 'staff', birthMonth: null }, []],
])('missing facts: %s', (_, facts, expected) => {
  expect(missingFacts(person(facts), TODAY)).toEqual(expected);
});
