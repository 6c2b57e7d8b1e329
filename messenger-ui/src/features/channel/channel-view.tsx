import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { type Channel, canAttach } from '../../model/channels';
import { lastEditable } from '../../model/permissions';
import type { JumpTarget } from '../../model/timeline';
import { useChat } from '../../shell/chat-context';
import { DropZone } from '../attachments/drop-zone';
import { VideoButton } from '../call/video-button';
import { Composer } from '../composer/composer';
import { ComposerSlot } from '../composer/composer-slot';
import { Starters } from '../composer/starters';
import { TypingIndicator } from '../composer/typing-indicator';
import { createLinkFinder, LinkPreviewSlot } from '../link-preview/link-preview-slot';
import { MembersPanel } from '../members/members-panel';
import { Ratings } from '../ratings/ratings';
import { ChannelHeader, type ChannelNavigation } from './channel-header';
import { ChannelMessages } from './channel-messages';
import styles from './channel-view.module.css';
import { useChannelStore } from './use-channel-store';
import { useJump } from './use-jump';
import { useMessageSending } from './use-message-sending';

const GalleryDialog = lazyPart(() => import('../gallery/gallery-dialog'), 'closes');
const PinsDialog = lazyPart(() => import('../pins/pins-dialog'), 'closes');

interface ChannelViewProps extends ChannelNavigation {
  channel: Channel;
  /** The message to scroll to instead of the newest one. */
  jump?: JumpTarget | null;
  /** Rendered between the header and the messages. */
  notice?: ReactNode;
}

/** View of one channel. Requires the channel's id as key, because its state belongs to one channel. */
export function ChannelView({ channel, jump = null, notice, ...navigation }: ChannelViewProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { channelId } = channel;
  const isAssistant = channel.kind === 'assistant';
  const channelStore = useChannelStore(channelId);
  useJump(channelStore, jump);
  const [isMembersOpen, setIsMembersOpen] = useState(false);
  const [isPinsOpen, setIsPinsOpen] = useState(false);
  const [isGalleryOpen, setIsGalleryOpen] = useState(false);
  const [focusRequests, setFocusRequests] = useState(0);
  const requestFocus = useCallback(() => setFocusRequests((count) => count + 1), []);
  const [linkFinder] = useState(createLinkFinder);
  const sending = useMessageSending(channelStore, isAssistant, linkFinder, requestFocus);

  const view = useRef<HTMLElement>(null);
  useEffect(() => takeFocus(view.current), []);

  const editLast = () => {
    const message = lastEditable(channel, channelStore.getSnapshot().messages, self.id, Date.now());
    if (message) hub.composerModes.edit(channelId, message);
  };

  return (
    <section
      ref={view}
      className={styles.view}
      tabIndex={-1}
      aria-label={t('channel.label', { name: channel.channelName })}
    >
      <ChannelHeader
        channel={channel}
        isMembersOpen={isMembersOpen}
        onToggleMembers={() => setIsMembersOpen((isOpen) => !isOpen)}
        onJump={(date) => channelStore.jumpTo({ date })}
        onOpenPins={() => setIsPinsOpen(true)}
        onOpenGallery={isAssistant ? undefined : () => setIsGalleryOpen(true)}
        {...navigation}
      >
        <VideoButton channel={channel} />
      </ChannelHeader>
      {notice}
      <div className={styles.body}>
        <ChannelMessages
          channel={channel}
          channelStore={channelStore}
          pendingActions={sending.pendingActions}
          onWrite={requestFocus}
        />
        {isMembersOpen && <MembersPanel channel={channel} onClose={() => setIsMembersOpen(false)} />}
      </div>
      <Ratings channel={channel} onFocusFreed={() => takeFocus(view.current)} />
      <TypingIndicator channel={channel} />
      <ComposerSlot channel={channel}>
        {!isAssistant && (
          <LinkPreviewSlot channelId={channelId} finder={linkFinder} onDismiss={requestFocus} />
        )}
        <Starters
          channel={channel}
          channelStore={channelStore}
          onAsk={(question) => {
            sending.send(question, []);
            requestFocus();
          }}
          onDraft={sending.draft}
        />
        <Composer
          channel={channel}
          focusRequests={focusRequests}
          onSend={sending.send}
          onEdit={sending.saveEdit}
          waiting={sending.waiting}
          onEditLast={editLast}
        />
      </ComposerSlot>
      {isPinsOpen && (
        <Suspense>
          <PinsDialog
            channel={channel}
            onJump={(messageId) => channelStore.jumpTo({ messageId })}
            onClose={() => setIsPinsOpen(false)}
          />
        </Suspense>
      )}
      {isGalleryOpen && (
        <Suspense>
          <GalleryDialog
            channelId={channelId}
            onJump={(messageId) => channelStore.jumpTo({ messageId })}
            onClose={() => setIsGalleryOpen(false)}
          />
        </Suspense>
      )}
      {canAttach(channel) && (
        <DropZone
          target={view}
          onFiles={(files) => {
            hub.uploads.choose(channelId, files);
            requestFocus();
          }}
        />
      )}
    </section>
  );
}

/**
 * Focuses the composer of an opened channel, or the channel itself on touch devices, where the composer would open the
 * on-screen keyboard. Does not take the focus from other parts of the page.
 */
function takeFocus(view: HTMLElement | null): void {
  const focused = document.activeElement;
  const isFree =
    focused === null || focused === document.body || focused.closest('[data-messenger]') !== null;
  if (!view || !isFree) return;
  const hasMouse = window.matchMedia('(pointer: fine)').matches;
  const field = view.querySelector<HTMLElement>('textarea:not(:disabled)');
  (hasMouse && field ? field : view).focus({ preventScroll: true });
}
