import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { finishSocialSignIn } from '../../api/finish-social-sign-in';
import { authPath } from '../auth-paths';
import { ProviderWindow } from './provider-window';
import { saveRedirect } from './redirect-storage';
import { type SocialResult, socialStartUrl } from './social-callback';
import { reportSocialError, socialError } from './social-error';

/** Navigation state of the callback page. */
export interface SocialSignInState {
  socialErrorCode?: string;
}

type Progress = { status: 'idle' | 'finishing' } | { status: 'waiting'; provider: string };

/** Signs in through a popup of a provider, or through the whole page if the browser blocks popups. */
export function useSocialSignIn() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const errorCode = ((state ?? {}) as SocialSignInState).socialErrorCode;
  const [progress, setProgress] = useState<Progress>({ status: 'idle' });
  const [failure, setFailure] = useState<unknown>(errorCode === undefined ? null : socialError(errorCode));
  const popup = useRef<ProviderWindow | null>(null);

  const finish = useCallback(
    async (result: SocialResult) => {
      const failed = (error: unknown) => {
        setProgress({ status: 'idle' });
        setFailure(error);
        reportSocialError(error);
      };
      if (result.kind === 'failed') return failed(socialError(result.code));
      if (result.kind === 'cancelled') {
        setProgress({ status: 'idle' });
        setFailure(null);
        return;
      }
      setProgress({ status: 'finishing' });
      try {
        const next = await finishSocialSignIn(result.code, result.state);
        if (next !== null) await navigate(authPath(next.pathname, search), { state: next.state });
      } catch (error) {
        failed(error);
      }
    },
    [navigate, search],
  );

  useEffect(() => {
    const opened = new ProviderWindow((result) => void finish(result));
    popup.current = opened;
    // A focused page means that the popup was closed or left, so the button is enabled again. A later result still
    // counts.
    const onFocus = () =>
      setProgress((before) => (before.status === 'waiting' ? { status: 'idle' } : before));
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
      opened.close();
    };
  }, [finish]);

  function start(id: string): void {
    setFailure(null);
    if (popup.current?.open(id)) {
      setProgress({ status: 'waiting', provider: id });
      return;
    }
    saveRedirect(search);
    window.location.assign(socialStartUrl(id, 'page', ''));
  }

  return { start, progress, failure };
}
