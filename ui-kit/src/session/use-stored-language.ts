import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../i18n/i18n';
import { toLanguage } from '../i18n/languages';

/**
 * What is stored with a person counts on every device; the picker stores it first. A language that the programme alone
 * speaks is known once the programme has told, and `useTranslation` draws anew then.
 */
export function useStoredLanguage(stored: string | undefined): void {
  useTranslation();
  const language = toLanguage(stored);
  useEffect(() => {
    if (language !== null) void setLanguage(language);
  }, [language]);
}
