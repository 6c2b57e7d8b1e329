import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { ConversationPicture } from './conversation-picture';

/** The picture of a conversation of whoever is at the messenger. */
export function ChannelPicture({ channel, size }: { channel: Channel; size: number }) {
  const { self } = useChat();
  return <ConversationPicture channel={channel} myId={self.id} size={size} />;
}
