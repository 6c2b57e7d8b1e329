import {
  type Language,
  setLanguage,
  toast,
  useErrorText,
  useSession,
  useTellLanguage,
  useTranslation,
} from 'ui-kit';

/** Changes the language of the page at once, and stores it for those who are signed in. */
export function useChooseLanguage(): (code: Language) => Promise<void> {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { status } = useSession();
  const tell = useTellLanguage();
  return async (code) => {
    // Told before its words are there: whoever leaves the page now has chosen all the same.
    const told = status === 'signedIn' ? tell(code) : undefined;
    try {
      await Promise.all([setLanguage(code), told]);
    } catch (error) {
      void toast(t('shell.languageNotStored', { reason: errorText(error) }), 'danger');
    }
  };
}
