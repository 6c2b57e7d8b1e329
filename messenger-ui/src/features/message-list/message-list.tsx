import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { useCollapsedPeople } from '../../hooks/use-blocks';
import { type Person, usePeople } from '../../hooks/use-people';
import type { ChannelState, ChannelStore } from '../../model/channel-store';
import { type Channel, isWithBot } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { HelplinesCard } from '../assistant/helplines-card';
import { StreamingAnswerRow } from '../assistant/streaming-answer-row';
import { useAssistantAnswer } from '../assistant/use-assistant-answer';
import { useCrisisMessage } from '../assistant/use-crisis-message';
import { MessageActionsContext } from '../message-actions/message-actions-context';
import { useMessageActions } from '../message-actions/use-message-actions';
import { CollapsedMessage } from './collapsed-message';
import { DaySeparator } from './day-separator';
import type { ListHandle } from './list-contract';
import styles from './message-list.module.css';
import { MessageRow } from './message-row';
import { NewMessagesPill } from './new-messages-pill';
import { PagingNotices } from './paging-notice';
import { type PendingActions, PendingRow } from './pending-row';
import { buildRows, type Row, withHelplines } from './rows';
import { ChannelStart, UnreadSeparator } from './separators';
import { useAnnouncements } from './use-announcements';
import { useReaders } from './use-readers';
import { useFocus, useScrollPosition } from './use-scroll-position';
import { VirtualList } from './virtual-list';

interface MessageListProps {
  channel: Channel;
  channelStore: ChannelStore;
  state: ChannelState;
  pendingActions: PendingActions;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

const NO_PENDING: ChannelState['pending'] = [];
const NO_READERS: readonly Person[] = [];

export function MessageList({ channel, channelStore, state, pendingActions, onWrite }: MessageListProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { messages, reachedBeginning, unreadAfterSeq, isDetached } = state;
  // Pending messages follow the newest message, which a detached window does not contain.
  const askedAbout = useStore(hub.composerModes, (modes) => {
    const mode = modes.get(channel.channelId);
    return mode?.kind === 'confirm' ? mode.tempId : null;
  });
  const pending = useMemo(
    // The text about which the person was asked stands in the composer.
    () => (isDetached ? NO_PENDING : state.pending.filter(({ tempId }) => tempId !== askedAbout)),
    [isDetached, state.pending, askedAbout],
  );
  const getPerson = usePeople(channel);
  const list = useRef<ListHandle>(null);

  const messageRows = useMemo(
    () => buildRows({ messages, pending, reachedBeginning, unreadAfterSeq, selfId: self.id }),
    [messages, pending, reachedBeginning, unreadAfterSeq, self.id],
  );
  const { streamingAnswer, canRetry } = useAssistantAnswer(channel, messages);
  const crisisMsgId = useCrisisMessage(channel.channelId);
  const rows = useMemo(
    (): readonly Row[] =>
      streamingAnswer && !isDetached
        ? [...messageRows, { kind: 'streamingAnswer', key: 'streaming-answer', text: streamingAnswer.text }]
        : withHelplines(messageRows, crisisMsgId),
    [messageRows, streamingAnswer, isDetached, crisisMsgId],
  );
  const readers = useReaders(channel, state, getPerson);
  useAnnouncements(state, self.id, getPerson);

  const { handleAtEndChange, isAway, missed } = useScrollPosition(channelStore, state, self.id);
  const focus = useFocus(channelStore, state, rows, getPerson);
  const loadOlder = useCallback(() => {
    if (channelStore.getSnapshot().older === 'idle') channelStore.loadOlder();
  }, [channelStore]);
  const loadNewer = useCallback(() => {
    if (channelStore.getSnapshot().newer === 'idle') channelStore.loadNewer();
  }, [channelStore]);
  const jumpToDate = useCallback((date: string) => channelStore.jumpTo({ date }), [channelStore]);
  // New rows of a detached window are the next page, which must not scroll.
  const followsRow = useCallback(
    (row: Row, isAtEnd: boolean) => !isDetached && (isAtEnd || row.kind === 'pending'),
    [isDetached],
  );

  const { actions, dialog } = useMessageActions(channel, channelStore, getPerson, onWrite);
  const collapsed = useCollapsedPeople();
  const closeHelplines = () => {
    hub.crises.close(channel.channelId);
    onWrite();
  };
  const showAuthor = channel.kind !== 'direct' && !isWithBot(channel);
  const renderRow = (row: Row): ReactNode => {
    switch (row.kind) {
      case 'start':
        return <ChannelStart channel={channel} />;
      case 'day':
        return <DaySeparator at={row.at} onJump={jumpToDate} />;
      case 'unread':
        return <UnreadSeparator />;
      case 'message':
        return (
          <div className={styles.row} data-focused={row.message.seq === state.focus?.seq || undefined}>
            <Collapsible isCollapsed={showAuthor && collapsed.has(row.message.userId)}>
              <MessageRow
                message={row.message}
                author={getPerson(row.message.userId)}
                showAuthor={showAuthor}
                readers={readers.get(row.message.seq) ?? NO_READERS}
                canRetryAnswer={canRetry(row.message)}
                isFirst={row.isFirst}
                isLast={row.isLast}
              />
            </Collapsible>
          </div>
        );
      case 'helplines':
        return <HelplinesCard onClose={closeHelplines} />;
      case 'streamingAnswer':
        return <StreamingAnswerRow selfId={self.id} text={row.text} />;
      case 'pending':
        return (
          <PendingRow
            pending={row.pending}
            selfId={self.id}
            actions={pendingActions}
            isFirst={row.isFirst}
            isLast={row.isLast}
          />
        );
    }
  };

  return (
    <MessageActionsContext value={actions}>
      <PagingNotices state={state} channelStore={channelStore} />
      <VirtualList
        ref={list}
        rows={rows}
        renderRow={renderRow}
        label={t('messageList.label', { name: channel.channelName })}
        startKey={rows.some((row) => row.kind === 'unread') ? 'unread' : null}
        focus={focus}
        onNearStart={loadOlder}
        onNearEnd={loadNewer}
        onAtEndChange={handleAtEndChange}
        followsRow={followsRow}
        startsAtTop={startsAtTop}
      />
      {isAway && messages.length > 0 && (
        <NewMessagesPill
          count={missed}
          onPress={() => (isDetached ? channelStore.showNewest() : list.current?.scrollToEnd())}
        />
      )}
      {dialog}
    </MessageActionsContext>
  );
}

/** A card with helplines is read from its first line; the helplines are one scroll away. */
const startsAtTop = (row: Row): boolean =>
  row.kind === 'helplines' || (row.kind === 'message' && row.message.assistant?.kind === 'crisis');

function Collapsible({ isCollapsed, children }: { isCollapsed: boolean; children: ReactNode }) {
  return isCollapsed ? <CollapsedMessage>{children}</CollapsedMessage> : children;
}
