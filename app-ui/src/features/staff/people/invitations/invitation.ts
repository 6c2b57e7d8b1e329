import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../../shared/lists/list-query';
import type { ListDefinition } from '../../../../shared/lists/use-list';
import { fetchPageOf } from '../../api/staff';

export type Invitation = Schemas['StaffInvitation'];

export const ROLES = ['mentee', 'mentor'] as const;
export const STATUSES = ['open', 'accepted'] as const;

export const INVITATIONS: ListDefinition<Invitation> = {
  name: 'invitations',
  shape: {
    filters: { status: STATUSES, role: ROLES, programme: UUID },
    sorts: ['createdAt', 'expiresAt', 'name'],
    defaultSort: '-createdAt',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/invitations/'),
};

export async function invite(body: Schemas['InvitationRequest']): Promise<void> {
  await api.post('/api/staff/invitations/', { body });
}

export async function withdraw({ id }: Invitation): Promise<void> {
  await api.delete('/api/staff/invitations/{invitation}/', { params: { path: { invitation: id } } });
}

export async function remind({ id }: Invitation): Promise<void> {
  await api.post('/api/staff/invitations/{invitation}/reminder/', { params: { path: { invitation: id } } });
}
