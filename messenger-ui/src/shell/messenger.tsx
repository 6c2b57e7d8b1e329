import { MessagesSquare } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Banner, EmptyState, useIsPhone, useProfile, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import '../i18n';
import { NotificationCard } from '../features/attention/notification-card';
import { SoundToggle } from '../features/attention/sound-toggle';
import { SectionMenu } from '../features/call/section-menu';
import { ChannelView } from '../features/channel/channel-view';
import { ConnectionBanner } from '../features/connection/connection-banner';
import { SavedButton } from '../features/saved/saved-button';
import { SavedMessages } from '../features/saved/saved-messages';
import { SearchButton } from '../features/search/search-button';
import { SearchResultNavigator } from '../features/search/search-result-navigator';
import { Shortcuts } from '../features/shortcuts/shortcuts';
import { MessengerWidget } from '../features/widget/messenger-widget';
import { hasVideo } from '../model/call/rules';
import { backToList } from './back-to-list';
import { ChatProvider, useChannelList, useChat } from './chat-context';
import { ListOrSearch } from './list-or-search';
import styles from './messenger.module.css';
import { searchInChannel } from './search-in-channel';
import { sections } from './sections';
import { type Selection, widgetSelection } from './selection';
import {
  type NavigationAdapter,
  type UrlSelectionStore,
  useSelectionOf,
  useUrlSelection,
} from './url-selection';
import { useStore } from './use-store';

const VideoSection = lazyPart(() => import('../features/call/video-section'), 'error');

export interface MessengerProps {
  /** `page`: within a page of the app; `full`: a page of its own; `widget`: docked at the edge. */
  layout: 'page' | 'full' | 'widget';
  /** The link to the full page, for other layouts. */
  fullScreenHref?: string | undefined;
  /** How to change the address, if the page has a router. */
  navigation?: NavigationAdapter | undefined;
  /** What is shown where no conversation is open; on small screens, when there is none. */
  emptyContent?: ReactNode;
}

export function Messenger({ layout, ...props }: MessengerProps) {
  if (layout === 'widget') return <MessengerWidget fullScreenHref={props.fullScreenHref} />;
  return (
    <ChatProvider>
      <MessengerPage layout={layout} {...props} />
    </ChatProvider>
  );
}

interface MessengerPageProps extends MessengerProps {
  layout: 'page' | 'full';
}

function MessengerPage({ layout, fullScreenHref, navigation, emptyContent }: MessengerPageProps) {
  const { callManager } = useChat();
  // Shows the chat unless there is a call. An address with a section is applied after this.
  useEffect(() => {
    const { session, isOpening } = callManager.getSnapshot();
    if (!session && !isOpening) sections.show('chat');
  }, [callManager]);
  const address = useUrlSelection(navigation);
  useWidgetSync(address);
  const selection = useSelectionOf(address);
  return (
    <Sections layout={layout} channelId={selection.channelId}>
      <Panes selection={selection} fullScreenHref={fullScreenHref} emptyContent={emptyContent} />
    </Sections>
  );
}

/** Keeps the open channel of the widget and of the page the same. */
function useWidgetSync(address: UrlSelectionStore): void {
  const hasBoth = !useIsPhone();
  const isFirst = useRef(true);
  useEffect(() => {
    const leave = () => widgetSelection.select(address.getSnapshot().channelId);
    const { channelId } = widgetSelection.getSnapshot();
    // On phones the page starts with the list, which stays behind the chosen channel.
    const isTaken = isFirst.current && hasBoth && address.getSnapshot().channelId === null;
    isFirst.current = false;
    if (isTaken && channelId !== null) address.openInitially(channelId);
    leave();
    return address.subscribe(leave);
  }, [address, hasBoth]);
}

interface SectionsProps {
  layout: 'page' | 'full';
  channelId: string | null;
  children: ReactNode;
}

/** Chat and video side by side for people with both. */
function Sections({ layout, channelId, children }: SectionsProps) {
  const { data: profile } = useProfile();
  const section = useStore(sections, (state) => state.section);
  const isVideo = profile !== undefined && hasVideo(profile);
  return (
    <div className={styles.sections} data-layout={layout}>
      {isVideo && <SectionMenu />}
      {isVideo && section === 'video' ? (
        <Suspense fallback={<div className={styles.messenger} />}>
          <VideoSection channelId={channelId} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

interface PanesProps {
  selection: Selection;
  fullScreenHref?: string | undefined;
  emptyContent: ReactNode;
}

/** List and channel side by side; on small screens the channel covers the list. */
function Panes({ selection, fullScreenHref, emptyContent }: PanesProps) {
  const { t } = useTranslation('messenger');
  const { channels } = useChannelList();
  const isPhone = useIsPhone();
  const root = useRef<HTMLDivElement>(null);
  const channel = channels?.find((candidate) => candidate.channelId === selection.channelId);
  const isUnknown = channels !== undefined && selection.channelId !== null && !channel;
  return (
    <div ref={root} className={styles.messenger} data-messenger="">
      <ConnectionBanner />
      <NotificationCard />
      <Shortcuts
        selection={selection}
        onSearchChannel={(channelId) => searchInChannel(selection, channelId, root.current)}
      />
      <SavedMessages selection={selection} />
      <div className={styles.panes} data-open={channel !== undefined || undefined}>
        <nav className={styles.list} aria-label={t('title')} data-list-pane="">
          <div className={styles.head} data-searching={selection.search !== null || undefined}>
            <h2 className={styles.title}>{t('title')}</h2>
            <div className={styles.tools}>
              <SearchButton selection={selection} />
              <SavedButton />
              <SoundToggle />
            </div>
          </div>
          {isUnknown && (
            <div className={styles.notice}>
              <Banner tone="warning">{t('channelList.unavailable')}</Banner>
            </div>
          )}
          <ListOrSearch selection={selection} emptyContent={isPhone ? emptyContent : undefined} />
        </nav>
        <div className={styles.window}>
          {channel ? (
            <ChannelView
              key={channel.channelId}
              channel={channel}
              jump={selection.jump}
              notice={<SearchResultNavigator selection={selection} />}
              onBack={() => backToList(selection, root.current)}
              onSearch={() => searchInChannel(selection, channel.channelId, root.current)}
              backClassName={styles.back}
              fullScreenHref={fullScreenHref}
            />
          ) : (
            <div className={styles.nothing}>
              {(!isPhone && emptyContent) || (
                <EmptyState title={t('channel.noneSelected')} icon={MessagesSquare}>
                  {t('channel.noneSelectedHint')}
                </EmptyState>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
