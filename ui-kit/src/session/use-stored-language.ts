import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NetworkError } from '../http/errors';
import { http } from '../http/http';
import { setLanguage } from '../i18n/i18n';
import { type Language, markUntold, toLanguage, untoldLanguage } from '../i18n/languages';
import { profileQuery } from './profile';

/**
 * Stores the language of the signed-in person. The request outlives its page; what the server has not heard all the same
 * (somebody was offline) is told by the next page, and counts there. Throws what the server answers.
 */
export function useTellLanguage(): (code: Language) => Promise<void> {
  const queries = useQueryClient();
  return async (code) => {
    markUntold(code);
    try {
      await http(`api/v2/users/primary_language/${code}/`, { method: 'PUT', keepalive: true });
    } catch (error) {
      if (!(error instanceof NetworkError)) markUntold(null);
      throw error;
    }
    // Unless another one was chosen meanwhile.
    if (untoldLanguage() !== code) return;
    markUntold(null);
    queries.setQueryData(
      profileQuery.queryKey,
      (profile) => profile && { ...profile, newPrimaryLanguage: code },
    );
  };
}

/**
 * What is stored with a person counts on every device; the picker stores it first. A language that the programme alone
 * speaks is known once the programme has told, and `useTranslation` draws anew then.
 */
export function useStoredLanguage(stored: string | undefined): void {
  useTranslation();
  const tell = useTellLanguage();
  const language = toLanguage(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the stored one comes, and not with each drawing
  useEffect(() => {
    if (language === null) return;
    const untold = untoldLanguage();
    if (untold !== null && untold !== language) {
      void tell(untold).catch(() => undefined);
      return;
    }
    markUntold(null);
    void setLanguage(language);
  }, [language]);
}
