import { useEffect, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { HttpError, NetworkError, useTranslation } from 'ui-kit';
import { PageMessage } from '../../../shared/page/page-message';
import { finishSocialSignIn } from '../api/finish-social-sign-in';
import { authPath } from '../components/auth-paths';
import { deliverResult } from '../components/social/provider-window';
import { takeRedirect } from '../components/social/redirect-storage';
import {
  parseSocialCallback,
  type SocialResult,
  type SocialStart,
} from '../components/social/social-callback';
import { reportSocialError, socialError } from '../components/social/social-error';
import type { SocialSignInState } from '../components/social/use-social-sign-in';

/**
 * Callback page of the providers. A popup sends its result to the opening page and closes; a page finishes the sign-
 * in itself.
 */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  // Read before the address is cleared, so that the code stays out of the history and of screenshots.
  const [callback] = useState(() => parseSocialCallback(window.location.search));

  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void handleCallback(callback, navigate);
  }, [callback, navigate]);

  return <PageMessage title={t('social.callback')}>{t('social.callbackText')}</PageMessage>;
}

const handled = new WeakSet<object>();

async function handleCallback(
  callback: { start: SocialStart; result: SocialResult },
  navigate: NavigateFunction,
): Promise<void> {
  // A code can be used once, and React may run an effect twice.
  if (handled.has(callback)) return;
  handled.add(callback);
  const { start, result } = callback;
  if (start.mode === 'popup' && (await deliverResult(result, start.tab))) {
    window.close();
    return;
  }
  const redirectToSignIn = (socialErrorCode?: string) => {
    const state: SocialSignInState = socialErrorCode === undefined ? {} : { socialErrorCode };
    return navigate({ pathname: '/signin', search: takeRedirect() }, { replace: true, state });
  };
  if (result.kind !== 'code') {
    if (result.kind === 'failed') reportSocialError(socialError(result.code));
    await redirectToSignIn(result.kind === 'failed' ? result.code : undefined);
    return;
  }
  try {
    const next = await finishSocialSignIn(result.code, result.state);
    await (next === null
      ? redirectToSignIn()
      : navigate(authPath(next.pathname, takeRedirect()), { replace: true, state: next.state }));
  } catch (error) {
    reportSocialError(error);
    if (error instanceof HttpError) await redirectToSignIn(error.code);
    else await redirectToSignIn(error instanceof NetworkError ? 'network' : 'social_failed');
  }
}
