import { renderHook } from '@testing-library/react';
import { HttpError, i18n } from 'ui-kit';
import { afterEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { useServerErrorText } from './use-server-error-text';

const refusal = (code: string, fields: Record<string, string[]> = {}, retryAfter: number | null = null) =>
  new HttpError({ status: 422, code, message: 'An English sentence.', fields, retryAfter });

async function explain(language: string, error: HttpError, ownTexts?: Record<string, string>) {
  await loadPageTexts();
  await i18n.loadNamespaces('app');
  await i18n.changeLanguage(language);
  const { result } = renderHook(() => useServerErrorText(ownTexts));
  return result.current(error, '\n', 'fallback');
}

afterEach(() => i18n.changeLanguage('en'));

const email = refusal('invalid', { email: ['This is not an email address.'] });

it.each([
  ['de', 'Das ist keine E-Mail-Adresse.', 'Deine Einrichtung verlangt deine offizielle E-Mail-Adresse.'],
  ['ar', 'هذا ليس عنوان بريد إلكتروني.', 'تطلب مؤسستك عنوان بريدك الرسمي.'],
])('explains a refused address by form in %s', async (language, malformed, foreign) => {
  expect(await explain(language, email)).toBe(malformed);
  expect(await explain(language, email, { email: 'signUp.institutionEmail' })).toBe(foreign);
});

it.each(['de', 'ar'])('contains no English sentence in %s', async (language) => {
  for (const error of [
    refusal('invalid', { somethingNew: ['An English sentence.'] }),
    refusal('code_wrong', { otp: ['An English sentence.'] }),
    refusal('rate_limited', {}, 3600),
    refusal('never_used'),
  ]) {
    const text = await explain(language, error);
    expect(text).not.toMatch(/English|signUp|errors\./);
    expect(text).not.toBe('');
  }
});
