import { expect, it } from 'vitest';
import { isAcceptable, passwordRules } from './password-rules';

it.each(['Mentor-hub-1', 'Ünder the bridge 7', 'aB3$efgh', `aB3$${'x'.repeat(124)}`])('takes %j', (fine) => {
  expect(isAcceptable(fine)).toBe(true);
});

it.each([
  ['aB3$efg', 'length'],
  [`aB3$${'x'.repeat(125)}`, 'length'],
  ['mentor-hub-1', 'upper'],
  ['MENTOR-HUB-1', 'lower'],
  ['Mentor-hub', 'digit'],
  ['Mentor-hub-٣', 'digit'],
  ['Mentorhub1', 'special'],
])('%j lacks %s and nothing else', (password, rule) => {
  const unmet = passwordRules(password).filter(({ isMet }) => !isMet);
  expect(unmet.map((one) => one.rule)).toEqual([rule]);
});
