import { useQuery } from '@tanstack/react-query';
import { Outlet, useOutletContext } from 'react-router';
import { HttpError } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { type Permission, staffAccessQuery } from '../api/staff';

/** The pages of an area, for staff with its permission; for others they do not exist. */
export function AreaOutlet({ permission }: { permission: Permission }) {
  const context = useOutletContext();
  const access = useQuery(staffAccessQuery);
  const { error } = access;
  if (error instanceof HttpError && (error.status === 403 || error.status === 404))
    return <NotFoundMessage />;
  return (
    <QueryState query={access}>
      {({ permissions }) =>
        permissions.includes(permission) ? <Outlet context={context} /> : <NotFoundMessage />
      }
    </QueryState>
  );
}
