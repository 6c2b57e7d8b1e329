import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { draftOf, formOf, isChanged, isPhoneNumber } from './profile-draft';

const maya = { fullName: 'Maya Okafor', bio: 'Bridges.', phoneNumber: '' } as Profile;

it.each([
  ['', true],
  ['  ', true],
  ['+44 (0)20 7946-0958', true],
  ['12', false],
  ['call me', false],
  ['++49123456', false],
])('%j is a phone number: %s', (text, is) => {
  expect(isPhoneNumber(text)).toBe(is);
});

it('is unchanged until something is, a removed picture included', () => {
  const draft = draftOf(maya);
  expect(isChanged(draft, maya)).toBe(false);
  expect(isChanged({ ...draft, bio: 'Tunnels.' }, maya)).toBe(true);
  expect(isChanged({ ...draft, picture: null }, maya)).toBe(true);
});

it('sends what the contract names, and a picture only if it changes', () => {
  const form = formOf({ ...draftOf(maya), phoneNumber: '123456' }, maya);
  expect([...form]).toEqual([
    ['full_name', 'Maya Okafor'],
    ['bio', 'Bridges.'],
    ['phone_number', '123456'],
  ]);
  expect(formOf({ ...draftOf(maya), picture: null }, maya).get('picture')).toBe('');
  const picture = new Blob(['x'], { type: 'image/jpeg' });
  expect(formOf({ ...draftOf(maya), picture }, maya).get('picture')).toBeInstanceOf(File);
});
