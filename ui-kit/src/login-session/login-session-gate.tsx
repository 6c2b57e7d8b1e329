import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../components/states';
import { useMaintenance } from './maintenance';
import { loginSession } from './page-login-session';
import { useLoginSession } from './use-login-session';

const RETRY_INTERVAL_MS = 5_000;

interface LoginSessionGateProps {
  children: ReactNode;
  /** Shown to signed-out people, and to everyone under maintenance. */
  signedOut: ReactNode;
}

/** Shows its children to signed-in people, and nothing while the login session is being verified. */
export function LoginSessionGate({ children, signedOut }: LoginSessionGateProps) {
  const state = useLoginSession();
  const isMaintenance = useMaintenance();
  const unreachable = state.status === 'verifying' && state.unreachable;

  useEffect(() => {
    void loginSession.start();
  }, []);

  useEffect(() => {
    if (!unreachable) return;
    const retry = () => void loginSession.start();
    const timer = setInterval(retry, RETRY_INTERVAL_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [unreachable]);

  if (isMaintenance) return signedOut;
  if (state.status === 'signedIn') return children;
  if (state.status === 'signedOut') return signedOut;
  return unreachable ? <Unreachable /> : null;
}

function Unreachable() {
  const { t } = useTranslation();
  return (
    <main>
      <EmptyState
        icon={CloudOff}
        title={t('unreachable.title')}
        action={<Button onClick={() => void loginSession.start()}>{t('actions.retry')}</Button>}
      >
        {t('unreachable.text')}
      </EmptyState>
    </main>
  );
}
