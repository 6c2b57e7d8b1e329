import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type NotificationSettings = Schemas['NotificationSettings'];

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => api.get('/api/v1/notifications/settings/', { signal }),
});

/** Saves quiet hours and mails. Quiet hours count in the time zone of this browser. */
export function useSaveNotificationSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => api.put('/api/v1/notifications/settings/', { body }),
    onSuccess: (saved) => queries.setQueryData(notificationSettingsQuery.queryKey, saved),
  });
}
