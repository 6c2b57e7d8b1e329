import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HttpError } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { type Permission, staffAccessQuery } from '../api/staff';

interface WithPermissionProps {
  permission: Permission;
  children: ReactNode;
}

/** Shows its content to staff with a permission; for others the page does not exist. */
export function WithPermission({ permission, children }: WithPermissionProps) {
  const access = useQuery(staffAccessQuery);
  const { error } = access;
  if (error instanceof HttpError && (error.status === 403 || error.status === 404))
    return <NotFoundMessage />;
  return (
    <QueryState query={access}>
      {({ permissions }) => (permissions.includes(permission) ? children : <NotFoundMessage />)}
    </QueryState>
  );
}
