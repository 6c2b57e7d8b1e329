import { expect, it } from 'vitest';
import { latinDigits } from './latin-digits';

it('converts Arabic and Persian digits only', () => {
  expect(latinDigits('+٩٦٦ ٠١٢٣٤٥٦٧٨')).toBe('+966 012345678');
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789');
  expect(latinDigits('A1-é')).toBe('A1-é');
});
