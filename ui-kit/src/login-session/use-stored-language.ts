import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../http/api';
import { NetworkError } from '../http/errors';
import { setLanguage } from '../i18n/i18n';
import { type Language, setUnsavedLanguage, toLanguage, unsavedLanguage } from '../i18n/languages';
import { profileQuery } from './profile';

/**
 * Returns a function that stores the language of the signed-in person and rejects with the server's error. The request
 * outlives its page; a language that could not be sent while offline is sent by the next page and takes precedence there.
 */
export function useSaveLanguage(): (code: Language) => Promise<void> {
  const queries = useQueryClient();
  return async (code) => {
    setUnsavedLanguage(code);
    try {
      await api.put('/api/v2/users/primary_language/{code}/', {
        params: { path: { code } },
        keepalive: true,
      });
    } catch (error) {
      if (!(error instanceof NetworkError)) setUnsavedLanguage(null);
      throw error;
    }
    // Another language was chosen while the request was under way.
    if (unsavedLanguage() !== code) return;
    setUnsavedLanguage(null);
    queries.setQueryData(
      profileQuery.queryKey,
      (profile) => profile && { ...profile, newPrimaryLanguage: code },
    );
  };
}

/**
 * Applies the language of the profile, which counts on every device. `useTranslation` renders again when the languages of
 * the programme are loaded; until then a language that only the programme has is unknown.
 */
export function useStoredLanguage(stored: string | undefined): void {
  useTranslation();
  const save = useSaveLanguage();
  const language = toLanguage(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each stored language, not for each render
  useEffect(() => {
    if (language === null) return;
    const unsaved = unsavedLanguage();
    if (unsaved !== null && unsaved !== language) {
      void save(unsaved).catch(() => undefined);
      return;
    }
    setUnsavedLanguage(null);
    void setLanguage(language);
  }, [language]);
}
