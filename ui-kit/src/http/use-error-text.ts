import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n/i18n';
import { HttpError, NetworkError } from './errors';

/** Each package has the sentences of its own calls; those that every page can meet are the first. */
const CATALOGUES = ['common', 'app', 'messenger'];

/** The key of the sentence for a code, if there is one. */
export const sentenceFor = (code: string): string | undefined =>
  CATALOGUES.map((name) => `${name}:errors.${code}`).find((key) => i18n.exists(key));

/** Turns whatever a call threw into a sentence for a person, by the stable code of the answer. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NetworkError) return t('errors.network');
      if (!(error instanceof HttpError)) return t('errors.server');
      return t(sentenceFor(error.code) ?? 'errors.server');
    },
    [t],
  );
}
