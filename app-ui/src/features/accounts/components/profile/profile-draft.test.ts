import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { isChanged, isPhoneNumber, type ProfileDraft, toDraft, toRequestBody } from './profile-draft';

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

it('draft is changed by every edit', () => {
  const draft = toDraft(maya);
  expect(isChanged(draft, maya)).toBe(false);
  expect(isChanged({ ...draft, bio: 'Tunnels.' }, maya)).toBe(true);
  expect(isChanged({ ...draft, picture: null }, maya)).toBe(true);
});

const formOf = (draft: ProfileDraft) => toRequestBody(draft, maya) as unknown as FormData;

it('request body holds a picture only after a change', () => {
  const form = formOf({ ...toDraft(maya), phoneNumber: '123456' });
  expect([...form]).toEqual([
    ['full_name', 'Maya Okafor'],
    ['bio', 'Bridges.'],
    ['phone_number', '123456'],
  ]);
  expect(formOf({ ...toDraft(maya), picture: null }).get('picture')).toBe('');
  const picture = new Blob(['x'], { type: 'image/jpeg' });
  expect(formOf({ ...toDraft(maya), picture }).get('picture')).toBeInstanceOf(File);
});
