import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../i18n/i18n';
import { HttpError } from './errors';
import { useErrorText } from './use-error-text';

const textOf = (status: number, code: string) =>
  renderHook(() => useErrorText()).result.current(new HttpError({ status, code, message: '' }));

it.each([
  [400, 'This request could not be read. Reload the page and try again.'],
  [401, 'You have been signed out. Please sign in again.'],
  [403, 'You do not have access to this.'],
  [404, 'This does not exist, or it is not open to you.'],
  [406, 'This page may be out of date. Reload it and try again.'],
  [409, 'Something has changed in the meantime. Reload the page and try again.'],
  [422, 'Please check what you entered and try again.'],
  [502, 'Server error'],
])('explains a foreign response by status %i', (status, text) => {
  expect(textOf(status, 'server')).toBe(text);
});

it('explains our responses by code', () => {
  expect(textOf(403, 'under_maintenance')).toMatch(/under maintenance/);
  expect(textOf(409, 'never_used')).toMatch(/^Something has changed/);
});
