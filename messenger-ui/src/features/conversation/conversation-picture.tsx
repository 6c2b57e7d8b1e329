import { Sparkles, Users } from 'lucide-react';
import { Avatar } from 'ui-kit';
import { type Channel, counterpart } from '../../model/channels';
import styles from './conversation-picture.module.css';

interface ConversationPictureProps {
  channel: Channel;
  /** Whose conversation it is. */
  myId: string;
  size: number;
}

/** The other person's picture; groups and the assistant have a sign of their own. */
export function ConversationPicture({ channel, myId, size }: ConversationPictureProps) {
  const other = counterpart(channel, myId);
  if (other) {
    return <Avatar id={other.userId} name={other.userFullName} picture={other.displayPicture} size={size} />;
  }
  if (channel.kind === 'direct') {
    return <Avatar id={channel.channelId} name={channel.channelName} size={size} />;
  }
  const Icon = channel.kind === 'assistant' ? Sparkles : Users;
  return (
    <span className={styles.tile} data-kind={channel.kind} style={{ inlineSize: size, blockSize: size }}>
      <Icon aria-hidden size={size * 0.48} strokeWidth={1.9} />
    </span>
  );
}
