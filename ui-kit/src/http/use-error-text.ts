import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError, NetworkError } from './errors';

/** Turns whatever a call threw into a sentence for a person, by the stable code of the answer. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NetworkError) return t('errors.network');
      if (error instanceof HttpError && i18n.exists(`errors.${error.code}`)) return t(`errors.${error.code}`);
      return t('errors.server');
    },
    [t, i18n],
  );
}
