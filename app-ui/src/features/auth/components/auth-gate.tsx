import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Navigate, useLocation } from 'react-router';
import { HttpError, LoginSessionGate, useMaintenance } from 'ui-kit';
import { systemStatusQuery } from '../api/system-status';
import { authPath } from './auth-paths';
import { MaintenanceMessage } from './maintenance-message';

interface AuthGateProps {
  children: ReactNode;
}

/** Shows its children to signed-out people, and a message under maintenance. Signed-in people go to the start page. */
export function AuthGate({ children }: AuthGateProps) {
  const { data: system } = useQuery(systemStatusQuery);
  const isMaintenance = useMaintenance();
  if (isMaintenance || system?.underMaintenance) return <MaintenanceMessage />;
  return (
    <LoginSessionGate signedOut={children}>
      <ToStartPage />
    </LoginSessionGate>
  );
}

/** Reads the location when it renders, so that the requested page survives every step of the way. */
function ToStartPage() {
  const { search, hash } = useLocation();
  return <Navigate to={{ ...authPath('/', search), hash }} replace />;
}

/** Returns a wrapper for calls that refreshes the system status when a call is rejected because of maintenance. */
export function useMaintenanceCheck(): <T>(call: Promise<T>) => Promise<T> {
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
