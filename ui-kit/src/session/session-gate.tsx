import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../components/states';
import { useMaintenance } from './maintenance';
import { session } from './the-session';
import { useSession } from './use-session';

const ASK_AGAIN_MS = 5_000;

interface SessionGateProps {
  children: ReactNode;
  /** What to show, or where to send, those who are not signed in, and everybody during maintenance. */
  signedOut: ReactNode;
}

/** Shows its children to signed-in people only, and nothing at all until that is known. */
export function SessionGate({ children, signedOut }: SessionGateProps) {
  const state = useSession();
  const isClosed = useMaintenance();
  const unreachable = state.status === 'verifying' && state.unreachable;

  useEffect(() => {
    void session.start();
  }, []);

  useEffect(() => {
    if (!unreachable) return;
    const ask = () => void session.start();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [unreachable]);

  if (isClosed) return signedOut;
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
        action={<Button onClick={() => void session.start()}>{t('actions.retry')}</Button>}
      >
        {t('unreachable.text')}
      </EmptyState>
    </main>
  );
}
