import {
  type Language,
  setLanguage,
  setUnsavedLanguage,
  toast,
  useErrorText,
  useLoginSession,
  useSaveLanguage,
  useTranslation,
} from 'ui-kit';

/** Returns a function that changes the language of the page at once, and saves it for signed-in people or for who signs in next. */
export function useChooseLanguage(): (code: Language) => Promise<void> {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { status } = useLoginSession();
  const save = useSaveLanguage();
  return async (code) => {
    if (status === 'signedOut') setUnsavedLanguage(code);
    // Saved before its texts have loaded, in case the page is left meanwhile.
    const saved = status === 'signedIn' ? save(code) : undefined;
    try {
      await Promise.all([setLanguage(code), saved]);
    } catch (error) {
      void toast(t('shell.languageNotStored', { reason: errorText(error) }), 'danger');
    }
  };
}
