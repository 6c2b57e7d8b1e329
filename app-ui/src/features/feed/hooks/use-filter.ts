import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, type FeedFilter, filterOf } from '../filter';

/** Returns the filter of the address, and a function that goes to the address of another one. */
export function useFilter(): [FeedFilter, (filter: FeedFilter) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search]);
  const apply = (next: FeedFilter) => {
    const address = addressOf(next);
    if (address !== addressOf(filter)) void navigate(pathname + address);
  };
  return [filter, apply];
}
