import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type ApiKey = Schemas['StaffApiKey'];
export type NewApiKey = Schemas['ApiKeyRequest'];

/** How long a key may be valid, in days. */
export const DAYS = [30, 90, 180, 366] as const;

export const apiKeysQuery = queryOptions({
  queryKey: ['staff', 'api-keys'],
  queryFn: ({ signal }) => api.get('/api/staff/installation/api-keys/', { signal }),
});

export const addApiKey = (body: NewApiKey) => api.post('/api/staff/installation/api-keys/', { body });

export const revokeApiKey = ({ id }: ApiKey) =>
  api.delete('/api/staff/installation/api-keys/{key}/', { params: { path: { key: id } } });
