import type { RefObject } from 'react';
import { backToList } from '../../shell/back-to-list';
import { useChat } from '../../shell/chat-context';
import { useDockedSelection } from '../../shell/selection';
import { NotificationCard } from '../attention/notification-card';
import { ConnectionBanner } from '../connection/connection-banner';
import { ConversationView } from '../conversation/conversation-view';
import { HitBar } from '../search/hit-bar';
import { ListOrSearch } from '../search/list-or-search';
import { SearchButton } from '../search/search-button';
import styles from './messenger-widget.module.css';

export interface WidgetBodyProps {
  widget: RefObject<HTMLElement | null>;
  fullScreenHref: string;
  onClose: () => void;
}

/** What the open widget holds: the list, or the window of the chosen channel. */
export default function WidgetBody({ widget, fullScreenHref, onClose }: WidgetBodyProps) {
  const { channels } = useChat();
  const selection = useDockedSelection();
  const channel = channels?.find((candidate) => candidate.channelId === selection.channelId);
  return (
    <>
      {!channel && selection.search === null && (
        <SearchButton selection={selection} className={styles.search} />
      )}
      <ConnectionBanner />
      <NotificationCard />
      {channel ? (
        <ConversationView
          key={channel.channelId}
          channel={channel}
          jump={selection.jump}
          notice={<HitBar selection={selection} />}
          onBack={() => backToList(selection, widget.current)}
          fullScreenHref={fullScreenHref}
          onClose={onClose}
        />
      ) : (
        <div className={styles.channels}>
          <ListOrSearch isCompact selection={selection} />
        </div>
      )}
    </>
  );
}
