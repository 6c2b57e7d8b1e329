import { Sparkles, Users } from 'lucide-react';
import { Avatar } from 'ui-kit';
import { type Channel, counterpart } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import styles from './channel-picture.module.css';

/** The other person's picture; groups and the assistant have a sign of their own. */
export function ChannelPicture({ channel, size }: { channel: Channel; size: number }) {
  const { self } = useChat();
  const other = counterpart(channel, self.id);
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
