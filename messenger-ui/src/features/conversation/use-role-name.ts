import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';

/** What a member is in the programme, in the reader's language; null for roles that need no word. */
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
