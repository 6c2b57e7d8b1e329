import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { LoadingState } from 'ui-kit';
import { staffAccessQuery } from '../api/staff';
import { AREAS } from '../areas';

/** `/staff` leads to the first area that the person may use. */
export function Component() {
  const { data, error } = useQuery(staffAccessQuery);
  if (data === undefined && error === null) return <LoadingState />;
  const first = AREAS.find(({ permission }) => data?.permissions.includes(permission));
  return <Navigate to={first?.path ?? 'reports'} replace />;
}
