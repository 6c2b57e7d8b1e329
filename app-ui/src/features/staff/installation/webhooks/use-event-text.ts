import { useCallback } from 'react';
import { i18n, useTranslation } from 'ui-kit';

/** Returns a function that names events. One of a newer server is named by its code. */
export function useEventText(): (event: string) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    (event: string) => {
      const key = `webhooks.eventNames.${event.replaceAll('.', '_')}`;
      return i18n.exists(key, { ns: 'staff' }) ? t(key) : event;
    },
    [t],
  );
}
