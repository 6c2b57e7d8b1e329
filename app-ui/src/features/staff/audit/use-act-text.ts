import { useCallback } from 'react';
import { i18n, useTranslation } from 'ui-kit';
import { wordsOf } from './entry';

/** Returns a function that names an act. One without a text, of a newer server, is named by its code. */
export function useActText(): (act: string) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    (act: string) => {
      const key = `audit.acts.${act.replaceAll('.', '_')}`;
      if (i18n.exists(key, { ns: 'staff' })) return t(key);
      const words = wordsOf(act);
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    [t],
  );
}
