import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { type Channel, channelsQuery, isListed } from 'messenger-ui/channels';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { ChannelRow } from './channel-row';
import styles from './conversations.module.css';

/** Channels of the person, latest activity first. */
export function ChannelList({ myId }: { myId: string }) {
  const { t } = useTranslation('app');
  const query = useQuery(channelsQuery);
  return (
    <section className={styles.card} aria-labelledby="home-conversations">
      <h2 className={styles.heading} id="home-conversations">
        {t('home.channels')}
      </h2>
      <QueryState query={query}>
        {(channels) => <List channels={channels.filter(isListed)} myId={myId} />}
      </QueryState>
    </section>
  );
}

function List({ channels, myId }: { channels: readonly Channel[]; myId: string }) {
  const { t } = useTranslation('app');
  if (channels.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title={t('home.noChannels')}>
        {t('home.noChannelsText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {channels.map((channel) => (
        <ChannelRow key={channel.channelId} channel={channel} myId={myId} />
      ))}
    </ul>
  );
}
