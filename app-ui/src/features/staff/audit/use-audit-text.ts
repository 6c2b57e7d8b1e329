import { useCallback } from 'react';
import { i18n, useTranslation } from 'ui-kit';
import { wordsOf } from './entry';

/** Returns a function that names acts or kinds of targets. One without a text, of a newer server, is named by its code. */
export function useAuditText(group: 'acts' | 'targets'): (code: string) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    (code: string) => {
      const key = `audit.${group}.${code.replaceAll('.', '_')}`;
      if (i18n.exists(key, { ns: 'staff' })) return t(key);
      const words = wordsOf(code);
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    [t, group],
  );
}
