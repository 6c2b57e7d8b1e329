import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { type Channel, channelsQuery, isListed } from 'messenger-ui/conversations';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { ConversationRow } from './conversation-row';
import styles from './home-page.module.css';

/** The person's conversations, newest activity first. */
export function Conversations({ myId }: { myId: string }) {
  const { t } = useTranslation('app');
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  return (
    <section className={styles.card} aria-labelledby="home-conversations">
      <h2 className={styles.heading} id="home-conversations">
        {t('home.conversations')}
      </h2>
      {channels === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <List channels={channels.filter(isListed)} myId={myId} />
      )}
    </section>
  );
}

function List({ channels, myId }: { channels: readonly Channel[]; myId: string }) {
  const { t } = useTranslation('app');
  if (channels.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title={t('home.noConversations')}>
        {t('home.noConversationsText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {channels.map((channel) => (
        <ConversationRow key={channel.channelId} channel={channel} myId={myId} />
      ))}
    </ul>
  );
}
