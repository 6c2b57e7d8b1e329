import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMON, isAcceptable, isCommon, passwordRules } from './password-rules';

it.each(['Mentor-hub-1', 'Ünder the bridge 7', 'aB3$efgh', `aB3$${'x'.repeat(124)}`])(
  'accepts %j',
  (fine) => {
    expect(isAcceptable(fine)).toBe(true);
  },
);

it.each([
  ['aB3$efg', 'length'],
  [`aB3$${'x'.repeat(125)}`, 'length'],
  ['mentor-hub-1', 'upper'],
  ['MENTOR-HUB-1', 'lower'],
  ['Mentor-hub', 'digit'],
  ['Mentor-hub-٣', 'digit'],
  ['Mentorhub1', 'special'],
])('%j breaks only the rule %s', (password, rule) => {
  const unmet = passwordRules(password).filter(({ isMet }) => !isMet);
  expect(unmet.map((one) => one.rule)).toEqual([rule]);
});

it.each(['Password1!', 'P@ssw0rd123!', 'Welcome2026!!', '!Qwerty123456', 'Mentor-1234'])(
  '%j is common',
  (password) => {
    expect(isAcceptable(password)).toBe(true);
    expect(isCommon(password)).toBe(true);
    expect(isCommon(`Over the ${password}`)).toBe(false);
  },
);

it('knows the common passwords of the server', () => {
  const rust = readFileSync('store/src/accounts/passwords.rs', 'utf8');
  const list = /const COMMON[^=]*= \[([^\]]*)\]/.exec(rust)?.[1] ?? '';
  expect([...list.matchAll(/"(\w+)"/g)].map(([, word]) => word)).toEqual(COMMON);
});
