import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../../shared/lists/list-query';
import type { ListDefinition } from '../../../../shared/lists/use-list';
import { fetchPageOf } from '../../api/staff';

export type Webhook = Schemas['StaffWebhook'];
export type Delivery = Schemas['StaffDelivery'];
export type NewWebhook = Schemas['WebhookRequest'];

/** Those that can be chosen. */
export const EVENTS = ['alert.opened', 'alert.escalated'] as const;

export const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly Delivery['state'][];

export const webhooksQuery = queryOptions({
  queryKey: ['staff', 'webhooks'],
  queryFn: ({ signal }) => api.get('/api/staff/installation/webhooks/', { signal }),
});

export const DELIVERIES: ListDefinition<Delivery> = {
  name: 'webhook-deliveries',
  shape: {
    filters: { webhook: UUID, state: STATES },
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/installation/webhooks/deliveries/'),
};

const paramsOf = ({ id }: Webhook) => ({ params: { path: { webhook: id } } });

export const addWebhook = (body: NewWebhook) => api.post('/api/staff/installation/webhooks/', { body });

export const rotateSecret = (webhook: Webhook) =>
  api.post('/api/staff/installation/webhooks/{webhook}/secret/', paramsOf(webhook));

export const removeWebhook = (webhook: Webhook) =>
  api.delete('/api/staff/installation/webhooks/{webhook}/', paramsOf(webhook));

export const testWebhook = (webhook: Webhook) =>
  api.post('/api/staff/installation/webhooks/{webhook}/test/', paramsOf(webhook));

export const enableWebhook = (webhook: Webhook) =>
  api.post('/api/staff/installation/webhooks/{webhook}/enabling/', paramsOf(webhook));

export async function sendAgain({ id }: Delivery): Promise<void> {
  await api.post('/api/staff/installation/webhooks/deliveries/{delivery}/again/', {
    params: { path: { delivery: id } },
  });
}
