import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failureOf, reportFailure } from './failure';
import { finishSocial } from './finish';
import { ProviderWindow } from './provider-window';
import { remember } from './remembered-target';
import { type Returned, startUrl } from './way-back';

/** What the page of the way back says when it leads to the sign-in. */
export interface SocialState {
  socialFailure?: string;
}

type Progress = { status: 'idle' | 'finishing' } | { status: 'waiting'; provider: string };

/** Signs in through a provider's window, or through the whole page where there can be no window. */
export function useSocialSignIn() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const told = ((state ?? {}) as SocialState).socialFailure;
  const [progress, setProgress] = useState<Progress>({ status: 'idle' });
  const [failure, setFailure] = useState<unknown>(told === undefined ? null : failureOf(told));
  const provider = useRef<ProviderWindow | null>(null);

  const finish = useCallback(
    async (returned: Returned) => {
      const failed = (error: unknown) => {
        setProgress({ status: 'idle' });
        setFailure(error);
        reportFailure(error);
      };
      if (returned.kind === 'failed') return failed(failureOf(returned.code));
      if (returned.kind === 'cancelled') {
        setProgress({ status: 'idle' });
        setFailure(null);
        return;
      }
      setProgress({ status: 'finishing' });
      try {
        if ((await finishSocial(returned.code, returned.state)) === 'unknown') await navigate('/signup');
      } catch (error) {
        failed(error);
      }
    },
    [navigate],
  );

  useEffect(() => {
    const opened = new ProviderWindow((returned) => void finish(returned));
    provider.current = opened;
    // Whoever comes back to this page has closed the window, or left it: the button is theirs again. What the window
    // brings is taken all the same.
    const back = () => setProgress((before) => (before.status === 'waiting' ? { status: 'idle' } : before));
    window.addEventListener('focus', back);
    return () => {
      window.removeEventListener('focus', back);
      opened.close();
    };
  }, [finish]);

  function begin(id: string): void {
    setFailure(null);
    if (provider.current?.open(id)) {
      setProgress({ status: 'waiting', provider: id });
      return;
    }
    remember(search);
    window.location.assign(startUrl(id, 'page', ''));
  }

  return { begin, progress, failure };
}
