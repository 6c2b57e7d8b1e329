import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from 'messenger-ui/channels';
import { type Profile, useTranslation } from 'ui-kit';
import { TeamLink } from '../../../shared/team/team-link';
import { ChannelRow } from './channel-row';
import styles from './conversations.module.css';

interface TeamConversationProps {
  profile: Profile;
  /** Whether the way to the conversation stands here before anyone has written. */
  hasLink: boolean;
}

/** The conversation with the programme team, the only one of people without chat, once someone has written. */
export default function TeamConversation({ profile: { id, role }, hasLink }: TeamConversationProps) {
  const { t } = useTranslation('app');
  const { data: channels, isLoading } = useQuery(channelsQuery);
  const team = channels?.find(({ kind, membership }) => kind === 'team' && membership === 'active');
  if (team?.lastMessage) {
    return (
      <section className={`${styles.card} ${styles.team}`} aria-labelledby="home-conversations">
        <h2 className={styles.heading} id="home-conversations">
          {t('home.channels')}
        </h2>
        <ul className={styles.list}>
          <ChannelRow channel={team} myId={id} />
        </ul>
      </section>
    );
  }
  if (!hasLink || isLoading) return null;
  return (
    <div className={styles.team}>
      <TeamLink role={role} />
    </div>
  );
}
