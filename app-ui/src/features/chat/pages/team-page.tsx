import { useQuery } from '@tanstack/react-query';
import { Messenger } from 'messenger-ui';
import { addressOf, type Channel, channelsQuery } from 'messenger-ui/channels';
import { Navigate, useSearchParams } from 'react-router';
import { canChat, EmptyState, type Profile, useIsTablet, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { MessengerFrame } from '../components/messenger-frame';
import { useLeavingAdapter } from '../hooks/use-leaving-adapter';

/** Leads to the conversation with the programme team: within the chat, or here for people without one. */
export function TeamPage() {
  const profile = useCurrentUser();
  return profile.role === 'Staff' ? <Navigate to="/staff/messages" replace /> : <Team profile={profile} />;
}

function Team({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const query = useQuery(channelsQuery);
  return (
    <MessengerFrame title={t('titles.team')}>
      <QueryState
        query={query}
        isEmpty={(channels) => !channels.some(isTeam)}
        empty={<EmptyState title={t('team.none')}>{t('team.noneText')}</EmptyState>}
      >
        {(channels) => <Conversation channelId={channels.find(isTeam)?.channelId ?? ''} profile={profile} />}
      </QueryState>
    </MessengerFrame>
  );
}

/** Not that of a programme which the person left. */
const isTeam = ({ kind, membership }: Channel) => kind === 'team' && membership === 'active';

function Conversation({ channelId, profile }: { channelId: string; profile: Profile }) {
  const isTablet = useIsTablet();
  const [address] = useSearchParams();
  const navigation = useLeavingAdapter();
  if (canChat(profile)) {
    return <Navigate to={addressOf(isTablet ? '/chat/messenger' : '/chat', channelId)} replace />;
  }
  // The messenger opens what the address names.
  const isOpened = address.has('channel') || address.has('search');
  if (!isOpened) return <Navigate to={addressOf('/team', channelId)} replace />;
  return <Messenger layout="page" navigation={navigation} />;
}
