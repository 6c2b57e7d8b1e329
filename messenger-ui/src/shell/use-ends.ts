import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Channel, nextEnd, withoutEnded } from '../model/channels';
import { channelsQuery } from './channels-query';

/** The longest delay of a timer; a later end is awaited in steps. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Ends blackouts and absences of the team on time, also without a connection. */
export function useEnds(channels: readonly Channel[] | undefined): void {
  const queries = useQueryClient();
  const end = channels ? nextEnd(channels) : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (end === Number.POSITIVE_INFINITY) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const delay = end - Date.now();
      if (delay > 0) timer = setTimeout(wait, Math.min(delay, MAX_DELAY_MS));
      else queries.setQueryData(channelsQuery.queryKey, (known) => known && withoutEnded(known, Date.now()));
    };
    wait();
    return () => clearTimeout(timer);
  }, [queries, end]);
}
