import { useQueryClient } from '@tanstack/react-query';
import {
  http,
  type Language,
  profileQuery,
  setLanguage,
  toast,
  useErrorText,
  useSession,
  useTranslation,
} from 'ui-kit';

/** Changes the language of the page at once, and stores it for those who are signed in. */
export function useChooseLanguage(): (code: Language) => Promise<void> {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { status } = useSession();
  return async (code) => {
    await setLanguage(code);
    if (status !== 'signedIn') return;
    try {
      await http(`api/v2/users/primary_language/${code}/`, { method: 'PUT' });
      queries.setQueryData(
        profileQuery.queryKey,
        (profile) => profile && { ...profile, newPrimaryLanguage: code },
      );
    } catch (error) {
      void toast(t('shell.languageNotStored', { reason: errorText(error) }), 'danger');
    }
  };
}
