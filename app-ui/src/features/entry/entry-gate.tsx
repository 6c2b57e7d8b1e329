import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Navigate } from 'react-router';
import { HttpError, SessionGate, useMaintenance } from 'ui-kit';
import { Maintenance } from './maintenance';
import { systemStatusQuery } from './system-status';

interface EntryGateProps {
  children: ReactNode;
  /** For those who are signed in: the way to where they belong, as a rule. */
  signedIn?: ReactNode;
}

/** Pages on the way in are for people who are not signed in, and while the doors are open. */
export function EntryGate({ children, signedIn = <Navigate to="/" replace /> }: EntryGateProps) {
  const { data: system } = useQuery(systemStatusQuery);
  const isClosed = useMaintenance();
  if (isClosed || system?.underMaintenance) return <Maintenance />;
  return <SessionGate signedOut={children}>{signedIn}</SessionGate>;
}

/** Watches a call: where it finds the doors closed, the page of the gate changes. What it threw is thrown on. */
export function useDoorWatch(): <T>(call: Promise<T>) => Promise<T> {
  const queries = useQueryClient();
  return useCallback(
    async (call) => {
      try {
        return await call;
      } catch (error) {
        if (error instanceof HttpError && error.code === 'under_maintenance') {
          await queries.invalidateQueries(systemStatusQuery);
        }
        throw error;
      }
    },
    [queries],
  );
}
