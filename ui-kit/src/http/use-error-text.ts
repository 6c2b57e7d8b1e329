import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n/i18n';
import { HttpError, NetworkError } from './errors';

/** Namespaces with error texts, in order of lookup. */
const CATALOGUES = ['common', 'app', 'secondFactor', 'messenger'];

/** Texts of responses that are not ours, such as a page of a proxy, by status. */
const STATUS_TEXTS: Record<number, string> = {
  400: 'status.400',
  401: 'errors.not_signed_in',
  403: 'errors.forbidden',
  404: 'errors.not_found',
  406: 'status.406',
  409: 'status.409',
  422: 'errors.invalid',
};

/** Returns the text key of an error code, if it has one. */
export const errorTextKey = (code: string): string | undefined =>
  CATALOGUES.map((name) => `${name}:errors.${code}`).find((key) => i18n.exists(key));

/** Returns a function that turns an error of a call into a text: by its code, else by its status. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NetworkError) return t('errors.network');
      if (!(error instanceof HttpError)) return t('errors.server');
      const known = error.code === 'server' ? undefined : errorTextKey(error.code);
      return t(known ?? STATUS_TEXTS[error.status] ?? 'errors.server');
    },
    [t],
  );
}
