import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { type Channel, canAttach } from '../../model/channels';
import { EMPTY_COMPOSITION, fromMarkup, join } from '../../model/compose';
import type { PendingAttachment } from '../../model/outbox';
import { lastEditable } from '../../model/permissions';
import type { JumpTarget } from '../../model/timeline';
import { useChat } from '../../shell/chat-context';
import { DropZone } from '../attachments/drop-zone';
import { Composer } from '../composer/composer';
import { ComposerSlot } from '../composer/composer-slot';
import { TypingLine } from '../composer/typing-line';
import { LinkPreviewSlot, newLinkFinder } from '../link-preview/link-preview-slot';
import { MembersPanel } from '../members/members-panel';
import { MessageList } from '../message-list/message-list';
import { PreviewHost } from '../preview/preview-host';
import { Ratings } from '../ratings/ratings';
import styles from './conversation-view.module.css';
import { useConversation } from './use-conversation';
import { useJump } from './use-jump';
import { type HeaderLinks, WindowHeader } from './window-header';

interface ConversationViewProps extends HeaderLinks {
  channel: Channel;
  /** The message to show, where it is not the newest one. */
  jump?: JumpTarget | null;
  /** Between the header and the messages. */
  notice?: ReactNode;
}

/** The window of one channel. Give it the channel's id as key: nothing of one may show up in another. */
export function ConversationView({ channel, jump = null, notice, ...links }: ConversationViewProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { channelId } = channel;
  const [conversation, state] = useConversation(channelId);
  useJump(conversation, jump);
  const [membersShown, setMembersShown] = useState(false);
  const [focusRequests, setFocusRequests] = useState(0);
  const requestFocus = useCallback(() => setFocusRequests((count) => count + 1), []);
  const [finder] = useState(newLinkFinder);

  const view = useRef<HTMLElement>(null);
  useEffect(() => takeFocus(view.current), []);

  const send = (markup: string, attachment: PendingAttachment | null) => {
    const mode = hub.modes.of(channelId);
    const quote = mode?.kind === 'reply' ? mode.quote : null;
    // The assistant is sent words and nothing else.
    const link = channel.kind === 'assistant' ? null : finder.take(markup);
    conversation.send(markup, { attachment, link, quote });
    hub.modes.end(channelId);
  };
  const saveEdit = (msgId: string, markup: string) => {
    hub.modes.saving(channelId);
    if (!conversation.edit(msgId, markup)) hub.modes.failed(channelId, 'unavailable');
  };
  const editLast = () => {
    const message = lastEditable(channel, conversation.getSnapshot().messages, self.id, Date.now());
    if (message) hub.modes.edit(channelId, message);
  };

  const takeBack = (tempId: string) => {
    const { attachment: file, failure, quote } = hub.outbox.find(tempId) ?? {};
    // Where it cannot go back, because another one is there, it stays in the list: both are wanted.
    const isBack = file?.uploadId != null && hub.uploads.putBack(file.uploadId);
    const fileStays = file != null && failure !== 'attachment_lost' && !isBack;
    const text = fileStays ? conversation.takeTextBack(tempId) : conversation.takeBack(tempId);
    if (text === null) return;
    if (quote) hub.modes.answer(channelId, quote);
    hub.drafts.put(channelId, join(hub.drafts.of(channelId) ?? EMPTY_COMPOSITION, fromMarkup(text)));
    requestFocus();
  };

  return (
    <section
      ref={view}
      className={styles.window}
      tabIndex={-1}
      aria-label={t('window.label', { name: channel.channelName })}
    >
      <WindowHeader
        channel={channel}
        membersShown={membersShown}
        onToggleMembers={() => setMembersShown((shown) => !shown)}
        onJump={(date) => conversation.jumpTo({ date })}
        {...links}
      />
      {notice}
      <div className={styles.body}>
        {state.phase === 'loading' && <LoadingState label={t('list.loading')} />}
        {state.phase === 'error' && <ErrorState error={null} onRetry={() => conversation.retry()} />}
        {state.phase === 'ready' && (
          <PreviewHost channel={channel} conversation={conversation}>
            <MessageList
              channel={channel}
              conversation={conversation}
              state={state}
              onWrite={requestFocus}
              onRetry={(tempId) => conversation.resend(tempId)}
              onEdit={takeBack}
              onDiscard={(tempId) => conversation.takeBack(tempId)}
            />
          </PreviewHost>
        )}
        {membersShown && <MembersPanel channel={channel} onClose={() => setMembersShown(false)} />}
      </div>
      <Ratings channel={channel} conversation={conversation} onFocusFreed={() => takeFocus(view.current)} />
      <TypingLine channel={channel} />
      <ComposerSlot channel={channel}>
        {channel.kind !== 'assistant' && (
          <LinkPreviewSlot channelId={channelId} finder={finder} onDismiss={requestFocus} />
        )}
        <Composer
          channel={channel}
          focusRequests={focusRequests}
          onSend={send}
          onEdit={saveEdit}
          onEditLast={editLast}
        />
      </ComposerSlot>
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
 * Whoever chose a channel goes on in its window: in the composer, but not where that would open a keyboard on the
 * screen. Someone who is busy elsewhere on the page keeps the focus.
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
