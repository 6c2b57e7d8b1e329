import { useCallback } from 'react';
import { formatTime, HttpError, isUnexpected, NetworkError, useErrorText, useTranslation } from 'ui-kit';

const NO_TEXTS = {};

/** A longer wait is given as a time of day. */
const LONG_SECONDS = 120;

/**
 * Returns a function that explains an error: the server's sentences in English, the catalogue's texts by field or
 * code in other languages, and `fallback` for an error without a sentence. `ownTexts` are text keys by field that
 * replace those of the catalogue.
 */
export function useServerErrorText(
  ownTexts: Readonly<Record<string, string>> = NO_TEXTS,
): (error: unknown, separator: string, fallback: string) => string {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  return useCallback(
    (error, separator, fallback) => {
      if (error instanceof NetworkError) return errorText(error);
      if (!(error instanceof HttpError) || error.code === 'server') return fallback;
      const own = error.sentences.length > 0 ? error.sentences : [error.message];
      if (i18n.resolvedLanguage === 'en') return own.join(separator);
      const { code, fields, retryAfter } = error;
      if (code === 'invalid' && Object.keys(fields).length > 0) {
        const keys = Object.keys(fields).map((field) => ownTexts[field] ?? `signUp.invalid.${field}`);
        return [...new Set(keys.map((key) => t([key, 'errors.invalid'])))].join(separator);
      }
      if (code === 'rate_limited' && retryAfter !== null && retryAfter > LONG_SECONDS) {
        const end = new Date(Date.now() + retryAfter * 1000);
        return t('code.tooMany', { time: formatTime(end.toISOString(), i18n.language) });
      }
      return isUnexpected(error) ? fallback : errorText(error);
    },
    [t, i18n, errorText, ownTexts],
  );
}
