import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from 'messenger-ui/channels';
import { Banner, canChat, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { isStopped } from '../../../shared/mentorships/is-stopped';
import { mentorshipQuery, nameOf } from '../../../shared/mentorships/mentorship';
import type { SessionDetail } from '../types';

/** Says that the session still needs the others of the mentorship, for a person who is done with it. */
export function PartnerAwaited({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation('learning');
  const profile = useCurrentUser();
  const isDone = session.mentorship !== null && session.status === 'PARTIAL_COMPLETE';
  const { data: mentorship } = useQuery({
    ...mentorshipQuery(session.mentorship ?? '', i18n.language),
    enabled: isDone,
  });
  const { data: channels } = useQuery({ ...channelsQuery, enabled: isDone && canChat(profile) });
  if (!isDone || mentorship === undefined || isStopped(channels, mentorship.channelId)) return null;
  return <Banner role="note">{t('moment.partner', { partner: nameOf(mentorship) })}</Banner>;
}
