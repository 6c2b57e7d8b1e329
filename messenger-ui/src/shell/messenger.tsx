import { MessagesSquare } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Banner, EmptyState, useIsPhone, useProfile, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import '../i18n';
import { NotificationCard } from '../features/attention/notification-card';
import { SoundToggle } from '../features/attention/sound-toggle';
import { SectionMenu } from '../features/call/section-menu';
import { ConnectionBanner } from '../features/connection/connection-banner';
import { ConversationView } from '../features/conversation/conversation-view';
import { HitBar } from '../features/search/hit-bar';
import { ListOrSearch } from '../features/search/list-or-search';
import { SearchButton } from '../features/search/search-button';
import { Shortcuts } from '../features/shortcuts/shortcuts';
import { MessengerWidget } from '../features/widget/messenger-widget';
import { hasVideo } from '../model/call/rules';
import { type AddressStore, type Steps, useAddress, useSelectionOf } from './address';
import { backToList } from './back-to-list';
import { ChatProvider, useChat } from './chat-context';
import styles from './messenger.module.css';
import { sections } from './sections';
import { docked, type Selection } from './selection';
import { useStore } from './use-store';

const VideoSection = lazyPart(() => import('../features/call/video-section'), 'says');

export interface MessengerProps {
  /** `page`: within a page of the app; `full`: the page of its own; `widget`: docked at the edge. */
  layout: 'page' | 'full' | 'widget';
  /** Where the page of its own is, if the layout is another one. */
  fullScreenHref?: string | undefined;
  /** How the address of the page is changed, if it has a router. */
  steps?: Steps | undefined;
}

export function Messenger({ layout, fullScreenHref, steps }: MessengerProps) {
  if (layout === 'widget') return <MessengerWidget fullScreenHref={fullScreenHref} />;
  return (
    <ChatProvider>
      {layout === 'full' ? <FullPage /> : <InPage fullScreenHref={fullScreenHref} steps={steps} />}
    </ChatProvider>
  );
}

function FullPage() {
  const address = useAddress();
  return (
    <Sections layout="full">
      <Panes selection={useSelectionOf(address)} />
    </Sections>
  );
}

function InPage({ fullScreenHref, steps }: { fullScreenHref: string | undefined; steps: Steps | undefined }) {
  const { desk } = useChat();
  // The page is for reading, unless there is a call or the address asks for one, which is heard after this.
  useEffect(() => {
    const { session, isOpening } = desk.getSnapshot();
    if (!session && !isOpening) sections.show('chat');
  }, [desk]);
  const address = useAddress(steps);
  useWidgetsPlace(address);
  return (
    <Sections layout="page">
      <Panes selection={useSelectionOf(address)} fullScreenHref={fullScreenHref} />
    </Sections>
  );
}

/** What is open in the widget is open in the page, and the other way round. */
function useWidgetsPlace(address: AddressStore): void {
  const hasBoth = !useIsPhone();
  const isFirst = useRef(true);
  useEffect(() => {
    const leave = () => docked.select(address.getSnapshot().channelId);
    const { channelId } = docked.getSnapshot();
    // Where the list has no place beside it one comes to the list, which is then behind what is chosen there.
    const isTaken = isFirst.current && hasBoth && address.getSnapshot().channelId === null;
    isFirst.current = false;
    if (isTaken && channelId !== null) address.beginWith(channelId);
    leave();
    return address.subscribe(leave);
  }, [address, hasBoth]);
}

/** Chat and video beside each other, for those who have both. */
function Sections({ layout, children }: { layout: 'page' | 'full'; children: ReactNode }) {
  const { data: profile } = useProfile();
  const section = useStore(sections, (state) => state.section);
  const isVideo = profile !== undefined && hasVideo(profile);
  return (
    <div className={styles.sections} data-layout={layout}>
      {isVideo && <SectionMenu />}
      {isVideo && section === 'video' ? (
        <Suspense fallback={<div className={styles.messenger} />}>
          <VideoSection />
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
}

/** List and window beside each other; where there is no room for both, the window covers the list. */
function Panes({ selection, fullScreenHref }: PanesProps) {
  const { t } = useTranslation('messenger');
  const { channels } = useChat();
  const root = useRef<HTMLDivElement>(null);
  const channel = channels?.find((candidate) => candidate.channelId === selection.channelId);
  const isUnknown = channels !== undefined && selection.channelId !== null && !channel;
  return (
    <div ref={root} className={styles.messenger} data-messenger="">
      <ConnectionBanner />
      <NotificationCard />
      <Shortcuts selection={selection} />
      <div className={styles.panes} data-open={channel !== undefined || undefined}>
        <nav className={styles.list} aria-label={t('title')}>
          <div className={styles.head} data-searching={selection.search !== null || undefined}>
            <h2 className={styles.title}>{t('title')}</h2>
            <div className={styles.tools}>
              <SearchButton selection={selection} />
              <SoundToggle />
            </div>
          </div>
          {isUnknown && (
            <div className={styles.notice}>
              <Banner tone="warning">{t('channels.gone')}</Banner>
            </div>
          )}
          <ListOrSearch selection={selection} />
        </nav>
        <div className={styles.window}>
          {channel ? (
            <ConversationView
              key={channel.channelId}
              channel={channel}
              jump={selection.jump}
              notice={<HitBar selection={selection} />}
              onBack={() => backToList(selection, root.current)}
              backClassName={styles.back}
              fullScreenHref={fullScreenHref}
            />
          ) : (
            <div className={styles.nothing}>
              <EmptyState title={t('window.none')} icon={MessagesSquare}>
                {t('window.noneHint')}
              </EmptyState>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
