import { useEffect, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { HttpError, NetworkError, useTranslation } from 'ui-kit';
import { PageMessage } from '../../routes/page-message';
import { failureOf, reportFailure } from './failure';
import { finishSocial } from './finish';
import { handOver } from './provider-window';
import { recall } from './remembered-target';
import type { SocialState } from './use-social-sign-in';
import { type Beginning, type Returned, readWayBack } from './way-back';

/** Where a provider sends the browser back to. A window hands over what it brought and goes; a page ends the way itself. */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  // Read once: the address is cleared at once, so that the code is in no history and no picture of the screen.
  const [way] = useState(() => readWayBack(window.location.search));

  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void goOn(way, navigate);
  }, [way, navigate]);

  return <PageMessage title={t('social.returning')}>{t('social.returningText')}</PageMessage>;
}

const begun = new WeakSet<object>();

async function goOn(
  way: { beginning: Beginning; returned: Returned },
  navigate: NavigateFunction,
): Promise<void> {
  // A code is good once, and React may run an effect twice.
  if (begun.has(way)) return;
  begun.add(way);
  const { beginning, returned } = way;
  if (beginning.mode === 'popup' && (await handOver(returned, beginning.tab))) {
    window.close();
    return;
  }
  const toSignIn = (socialFailure?: string) => {
    const state: SocialState = socialFailure === undefined ? {} : { socialFailure };
    return navigate({ pathname: '/signin', search: recall() }, { replace: true, state });
  };
  if (returned.kind !== 'code') {
    if (returned.kind === 'failed') reportFailure(failureOf(returned.code));
    await toSignIn(returned.kind === 'failed' ? returned.code : undefined);
    return;
  }
  try {
    const outcome = await finishSocial(returned.code, returned.state);
    await (outcome === 'unknown' ? navigate('/signup', { replace: true }) : toSignIn());
  } catch (error) {
    reportFailure(error);
    if (error instanceof HttpError) await toSignIn(error.code);
    else await toSignIn(error instanceof NetworkError ? 'network' : 'social_failed');
  }
}
