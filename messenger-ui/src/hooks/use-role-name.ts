import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';

/** Returns the translated role of a member; null for roles without a label. */
export function useRoleName(): (role: string) => string | null {
  const { t } = useTranslation('messenger');
  return useCallback(
    (role) => {
      switch (role) {
        case 'Mentor':
          return t('role.mentor');
        case 'Mentee':
          return t('role.mentee');
        case 'Staff':
          return t('staff');
        default:
          return null;
      }
    },
    [t],
  );
}
