import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError, NetworkError } from './errors';

/** Each package has the sentences of its own calls; those that every page can meet are the first. */
const CATALOGUES = ['common', 'app', 'messenger'];

/** Turns whatever a call threw into a sentence for a person, by the stable code of the answer. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NetworkError) return t('errors.network');
      if (!(error instanceof HttpError)) return t('errors.server');
      const known = CATALOGUES.map((name) => `${name}:errors.${error.code}`).find((key) => i18n.exists(key));
      return t(known ?? 'errors.server');
    },
    [t, i18n],
  );
}
