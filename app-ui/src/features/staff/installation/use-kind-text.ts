import { useCallback } from 'react';
import { i18n, useTranslation } from 'ui-kit';

/** Returns a function that names kinds of jobs of the outbox. One of a newer server is named by its code. */
export function useKindText(): (kind: string) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    (kind: string) => {
      const key = `installation.kinds.${kind}`;
      return i18n.exists(key, { ns: 'staff' }) ? t(key) : kind.replaceAll('_', ' ');
    },
    [t],
  );
}
