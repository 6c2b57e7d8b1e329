import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
  api,
  loginSession,
  type Profile,
  settingsQuery,
  useLoginSession,
  useMaintenance,
  useProfile,
  useTranslation,
} from 'ui-kit';
import type { HelpDeskVisitor } from '../api/chatwoot';
import { showsHelpDesk } from './shows-help-desk';

/** Shows the help desk widget if one is configured and the person may use it. Loads its code on demand. */
export function HelpDesk() {
  const { i18n } = useTranslation('app');
  const { pathname } = useLocation();
  const { status } = useLoginSession();
  const { data: profile } = useProfile();
  const { data: settings } = useQuery(settingsQuery);
  const helpDesk = settings?.helpDesk ?? null;
  // Under maintenance the server does not tell who has a login session.
  const isMaintenance = useMaintenance();
  const isAnonymous = status === 'signedOut' || (isMaintenance && status === 'verifying');
  const visitor = status === 'signedIn' ? profile : isAnonymous ? null : undefined;
  const isWanted = helpDesk !== null && visitor !== undefined && showsHelpDesk(visitor);
  // The social callback page starts the login session itself.
  const mayAsk = helpDesk !== null && pathname !== '/signin/social';

  // Public pages such as legal documents do not start the login session.
  useEffect(() => {
    if (mayAsk) void loginSession.start();
  }, [mayAsk]);

  useEffect(() => {
    if (helpDesk === null || visitor === undefined || !isWanted) return;
    let isGone = false;
    const opened = import('../api/chatwoot').then(async ({ showWidget }) => {
      const known = visitor === null ? null : await fetchVisitor(visitor);
      return isGone ? null : showWidget(helpDesk, known, i18n.language);
    });
    // An unreachable help desk affects nothing else.
    opened.catch(() => undefined);
    const leave = loginSession.onSignOut(() => opened.then((shown) => shown?.reset()).catch(() => undefined));
    return () => {
      isGone = true;
      leave();
      opened.then((shown) => shown?.hide()).catch(() => undefined);
    };
  }, [helpDesk, visitor, isWanted, i18n.language]);

  return null;
}

/** Returns the visitor with the server's proof of identity. */
async function fetchVisitor({ email, fullName, role }: Profile): Promise<HelpDeskVisitor> {
  const identity = await api.get('/api/v2/users/help-desk-identity/');
  return { ...identity, email, name: fullName, role };
}
