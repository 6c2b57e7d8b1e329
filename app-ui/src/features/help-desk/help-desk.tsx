import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
  http,
  type Profile,
  type Schemas,
  session,
  settingsQuery,
  useProfile,
  useSession,
  useTranslation,
} from 'ui-kit';
import type { Visitor } from './chatwoot';
import { showsHelpDesk } from './shows-help-desk';

/** The widget of the help desk, where one is configured and for whom it is meant. Its code comes with the first of them. */
export function HelpDesk() {
  const { i18n } = useTranslation('app');
  const { pathname } = useLocation();
  const { status } = useSession();
  const { data: profile } = useProfile();
  const { data: settings } = useQuery(settingsQuery);
  const desk = settings?.helpDesk ?? null;
  const visitor = status === 'signedIn' ? profile : status === 'signedOut' ? null : undefined;
  const isWanted = desk !== null && visitor !== undefined && showsHelpDesk(visitor);
  // A provider's way back is passing through, and is about to say itself who is there.
  const mayAsk = desk !== null && pathname !== '/signin/social';

  // A page that is for everybody, such as a legal document, does not ask who is there.
  useEffect(() => {
    if (mayAsk) void session.start();
  }, [mayAsk]);

  useEffect(() => {
    if (desk === null || visitor === undefined || !isWanted) return;
    let isGone = false;
    const opened = import('./chatwoot').then(async ({ show }) => {
      const known = visitor === null ? null : await introduced(visitor);
      return isGone ? null : show(desk, known, i18n.language);
    });
    // A desk that cannot be reached is missing, and nothing else is.
    opened.catch(() => undefined);
    const leave = session.onSignOut(() => opened.then((shown) => shown?.reset()).catch(() => undefined));
    return () => {
      isGone = true;
      leave();
      opened.then((shown) => shown?.hide()).catch(() => undefined);
    };
  }, [desk, visitor, isWanted, i18n.language]);

  return null;
}

/** The person, with our proof that it is them. */
async function introduced({ email, fullName, role }: Profile): Promise<Visitor> {
  const identity = await http<Schemas['HelpDeskIdentity']>('api/v2/users/help-desk-identity/');
  return { ...identity, email, name: fullName, role };
}
