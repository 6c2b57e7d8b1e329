import type { RefObject } from 'react';
import { backToList } from '../../shell/back-to-list';
import { useChannelList } from '../../shell/chat-context';
import { ListOrSearch } from '../../shell/list-or-search';
import { searchInChannel } from '../../shell/search-in-channel';
import { useWidgetSelection } from '../../shell/selection';
import { NotificationCard } from '../attention/notification-card';
import { ChannelView } from '../channel/channel-view';
import { ConnectionBanner } from '../connection/connection-banner';
import { SavedMessages } from '../saved/saved-messages';
import { SearchButton } from '../search/search-button';
import { SearchResultNavigator } from '../search/search-result-navigator';
import styles from './messenger-widget.module.css';

export interface WidgetBodyProps {
  widget: RefObject<HTMLElement | null>;
  fullScreenHref: string;
  onClose: () => void;
}

/** Content of the expanded widget: the list, or the selected channel. */
export default function WidgetBody({ widget, fullScreenHref, onClose }: WidgetBodyProps) {
  const { channels } = useChannelList();
  const selection = useWidgetSelection();
  const channel = channels?.find((candidate) => candidate.channelId === selection.channelId);
  return (
    <>
      {!channel && selection.search === null && (
        <SearchButton selection={selection} className={styles.search} />
      )}
      <ConnectionBanner />
      <NotificationCard />
      <SavedMessages selection={selection} />
      {channel ? (
        <ChannelView
          key={channel.channelId}
          channel={channel}
          jump={selection.jump}
          notice={<SearchResultNavigator selection={selection} />}
          onBack={() => backToList(selection, widget.current)}
          onSearch={() => searchInChannel(selection, channel.channelId, widget.current)}
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
