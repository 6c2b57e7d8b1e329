import { useCallback } from 'react';
import { HttpError, NetworkError, useErrorText, useTranslation } from 'ui-kit';

/**
 * What the server said, as the pages on the way in show it: its own sentences in English, those that the catalogue knows
 * by field or by code in other languages, and `fallback` where it said nothing.
 */
export function useServerWords(): (error: unknown, separator: string, fallback: string) => string {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  return useCallback(
    (error, separator, fallback) => {
      if (error instanceof NetworkError) return errorText(error);
      if (!(error instanceof HttpError) || error.code === 'server') return fallback;
      const own = error.sentences.length > 0 ? error.sentences : [error.message];
      if (i18n.resolvedLanguage === 'en') return own.join(separator);
      const fields = Object.keys(error.fields);
      if (error.code === 'invalid' && fields.length > 0) {
        const known = fields.flatMap((field) =>
          i18n.exists(`app:signUp.wrong.${field}`)
            ? [t(`signUp.wrong.${field}`)]
            : (error.fields[field] ?? []),
        );
        return known.join(separator);
      }
      return i18n.exists(`errors.${error.code}`) ? errorText(error) : own.join(separator);
    },
    [t, i18n, errorText],
  );
}
