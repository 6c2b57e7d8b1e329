import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../components/states';
import { useMaintenance } from './maintenance';
import { loginSession } from './page-login-session';
import { useLoginSession } from './use-login-session';

const RETRY_INTERVAL_MS = 5_000;

const start = () => void loginSession.start();

interface LoginSessionGateProps {
  children: ReactNode;
  /** Shown to signed-out people, and to everyone under maintenance. */
  signedOut: ReactNode;
  /** Whether the children can be shown while the server does not respond, from what this device has kept. */
  restore?: (queries: QueryClient) => Promise<boolean>;
}

/** Shows its children to signed-in people, and nothing while the login session is being verified. */
export function LoginSessionGate({ children, signedOut, restore }: LoginSessionGateProps) {
  const queries = useQueryClient();
  const state = useLoginSession();
  const isMaintenance = useMaintenance();
  const unreachable = state.status === 'verifying' && state.unreachable;
  const [isRestored, setIsRestored] = useState(restore ? null : false);

  useEffect(start, []);

  useEffect(() => {
    if (!unreachable) return;
    restore?.(queries)
      .catch(() => false)
      .then(setIsRestored);
    const timer = setInterval(start, RETRY_INTERVAL_MS);
    window.addEventListener('online', start);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', start);
    };
  }, [unreachable, restore, queries]);

  if (isMaintenance) return signedOut;
  // In one place, so that the page stays when the server responds.
  if (state.status === 'signedIn' || (unreachable && isRestored)) return children;
  if (state.status === 'signedOut') return signedOut;
  return unreachable && isRestored === false ? <Unreachable /> : null;
}

function Unreachable() {
  const { t } = useTranslation();
  return (
    <main>
      <EmptyState
        icon={CloudOff}
        title={t('unreachable.title')}
        action={<Button onClick={start}>{t('actions.retry')}</Button>}
      >
        {t('unreachable.text')}
      </EmptyState>
    </main>
  );
}
