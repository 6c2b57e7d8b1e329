import { Headset, Sparkles, Users } from 'lucide-react';
import { Avatar } from 'ui-kit';
import { type Channel, counterpart } from '../model/channels';
import styles from './channel-avatar.module.css';

const ICONS = { assistant: Sparkles, team: Headset, group: Users, broadcast: Users } as const;

interface ChannelAvatarProps {
  channel: Channel;
  /** The person who sees the channel. */
  selfId: string;
  size: number;
}

/** The other person's picture; an icon for other channels. */
export function ChannelAvatar({ channel, selfId, size }: ChannelAvatarProps) {
  const other = counterpart(channel, selfId);
  if (other) {
    return <Avatar id={other.userId} name={other.userFullName} picture={other.displayPicture} size={size} />;
  }
  if (channel.kind === 'direct') {
    return <Avatar id={channel.channelId} name={channel.channelName} size={size} />;
  }
  const Icon = ICONS[channel.kind];
  return (
    <span className={styles.icon} data-kind={channel.kind} style={{ inlineSize: size, blockSize: size }}>
      <Icon aria-hidden size={size * 0.48} strokeWidth={1.9} />
    </span>
  );
}
