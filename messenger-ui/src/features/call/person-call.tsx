import { ChatProvider } from '../../shell/chat-context';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { VideoButton } from './video-button';

/** The call button of a channel, for a page without a messenger; `CallHost` shows the call. */
export function PersonCall({ channel }: { channel: Channel }) {
  return (
    <ChatProvider>
      <VideoButton channel={channel} />
    </ChatProvider>
  );
}
