import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { LoadingState } from 'ui-kit';
import { staffAccessQuery } from '../api/staff';

/** `/staff` leads to the first area that the person may use. */
export function Component() {
  const { data, error } = useQuery(staffAccessQuery);
  if (data === undefined && error === null) return <LoadingState />;
  return <Navigate to={data?.permissions.includes('read_people') ? 'people' : 'reports'} replace />;
}
