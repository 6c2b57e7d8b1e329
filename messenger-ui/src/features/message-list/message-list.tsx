import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import type { Conversation, ConversationState } from '../../model/conversation';
import { readersByMessage } from '../../model/receipts';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { AnsweringRow } from '../assistant/answering-row';
import { useAnswering } from '../assistant/use-answering';
import { usePeople } from '../conversation/people';
import { useSummary } from '../conversation/use-summary';
import { MessageToolsContext } from '../message-actions/tools';
import { useTools } from '../message-actions/use-tools';
import { useBlocked } from '../safety/blocks';
import { FoldedMessage } from '../safety/folded-message';
import { DaySeparator } from './day-separator';
import type { ListHandle } from './list-contract';
import styles from './message-list.module.css';
import { MessageRow } from './message-row';
import { NewMessagesPill } from './new-messages-pill';
import { PagingNotices } from './paging-notice';
import { type PendingActions, PendingRow } from './pending-row';
import { buildRows, type Row } from './rows';
import { Beginning, UnreadLine } from './separators';
import { spokenText } from './spoken-text';
import { useFocus, usePlace } from './use-place';
import { VirtualList } from './virtual-list';

interface MessageListProps extends PendingActions {
  /** Writing goes on in the composer. */
  onWrite: () => void;
  channel: Channel;
  conversation: Conversation;
  state: ConversationState;
}

const NOTHING_PENDING: ConversationState['pending'] = [];

const isOwnRow = (row: Row): boolean => row.kind === 'pending';

export function MessageList({ channel, conversation, state, onWrite, ...actions }: MessageListProps) {
  const { t } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { messages, reachedBeginning, unreadAfterSeq, isDetached } = state;
  // What waits to be sent comes after the newest message.
  const pending = isDetached ? NOTHING_PENDING : state.pending;
  const person = usePeople(channel);
  const list = useRef<ListHandle>(null);

  const built = useMemo(
    () => buildRows({ messages, pending, reachedBeginning, unreadAfterSeq, selfId: self.id }),
    [messages, pending, reachedBeginning, unreadAfterSeq, self.id],
  );
  const { answering, assistantId, askAgain } = useAnswering(channel, messages);
  const rows = useMemo(
    () =>
      answering && !isDetached
        ? [...built, { kind: 'answering' as const, key: 'answering', text: answering.text }]
        : built,
    [built, answering, isDetached],
  );
  const positions = useStore(hub.receipts, (receipts) => receipts.get(channel.channelId));
  const readers = useMemo(() => {
    const newestShown = messages.at(-1)?.seq ?? 0;
    // Who has read further than a piece of the past reaches is not shown in it.
    const hasReadOn = (userId: string) => isDetached && (positions?.get(userId)?.seq ?? 0) > newestShown;
    const others = channel.channelMembers.filter(
      ({ isActive, userId }) => isActive && userId !== self.id && !hasReadOn(userId),
    );
    return readersByMessage(
      messages,
      positions,
      others.map((member) => member.userId),
    );
  }, [messages, isDetached, positions, channel, self.id]);

  useAnnouncements(state, self.id, person);

  const { atEndChanged, isAway, missed } = usePlace(conversation, state, self.id);
  const focus = useFocus(conversation, state, rows, person);
  const loadOlder = useCallback(() => {
    if (conversation.getSnapshot().older === 'idle') conversation.loadOlder();
  }, [conversation]);
  const loadNewer = useCallback(() => {
    if (conversation.getSnapshot().newer === 'idle') conversation.loadNewer();
  }, [conversation]);

  const jumpToDate = useCallback((date: string) => conversation.jumpTo({ date }), [conversation]);

  const { tools, dialog } = useTools(channel, conversation, person, onWrite);
  const blocked = useBlocked();
  const showAuthor = channel.kind !== 'direct' && channel.kind !== 'assistant';
  const renderRow = (row: Row) => {
    switch (row.kind) {
      case 'beginning':
        return <Beginning isAssistant={channel.kind === 'assistant'} />;
      case 'day':
        return <DaySeparator at={row.at} onJump={jumpToDate} />;
      case 'unread':
        return <UnreadLine />;
      case 'message':
        return (
          <div className={styles.row} data-focused={row.message.seq === state.focus?.seq || undefined}>
            <Folded isFolded={showAuthor && blocked.has(row.message.userId)}>
              <MessageRow
                message={row.message}
                author={person(row.message.userId)}
                selfId={self.id}
                showAuthor={showAuthor}
                readers={(readers.get(row.message.seq) ?? []).map(person)}
                isFirst={row.isFirst}
                isLast={row.isLast}
                onAskAgain={askAgain(row.message)}
              />
            </Folded>
          </div>
        );
      case 'answering':
        return <AnsweringRow author={person(assistantId)} selfId={self.id} text={row.text} />;
      case 'pending':
        return (
          <PendingRow
            pending={row.pending}
            author={person(self.id)}
            isFirst={row.isFirst}
            isLast={row.isLast}
            {...actions}
          />
        );
    }
  };

  return (
    <MessageToolsContext value={tools}>
      <PagingNotices state={state} conversation={conversation} />
      <VirtualList
        rows={rows}
        renderRow={renderRow}
        label={t('list.label', { name: channel.channelName })}
        startKey={rows.some((row) => row.kind === 'unread') ? 'unread' : null}
        focus={focus}
        onNearStart={loadOlder}
        onNearEnd={loadNewer}
        followsEnd={!isDetached}
        onAtEndChange={atEndChanged}
        isOwn={isOwnRow}
        handle={list}
      />
      {isAway && messages.length > 0 && (
        <NewMessagesPill
          count={missed}
          onPress={() => (isDetached ? conversation.showNewest() : list.current?.scrollToEnd())}
        />
      )}
      {dialog}
    </MessageToolsContext>
  );
}

function Folded({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  return isFolded ? <FoldedMessage>{children}</FoldedMessage> : children;
}

/** Reads new messages of others out; those that were there when the channel was opened are not new. */
function useAnnouncements(
  { newestPart: messages, reachedBeginning, isDetached }: ConversationState,
  selfId: string,
  person: ReturnType<typeof usePeople>,
): void {
  const { t } = useTranslation('messenger');
  const summary = useSummary();
  const saidUpTo = useRef<number | null>(null);
  useEffect(() => {
    if (messages.length === 0 && (isDetached || !reachedBeginning)) return;
    const from = saidUpTo.current;
    saidUpTo.current = messages.at(-1)?.seq ?? 0;
    if (from === null) return;
    for (const message of messages) {
      if (message.seq <= from || message.userId === selfId) continue;
      announce(
        t('message.announced', { author: person(message.userId).name, text: spokenText(message, summary) }),
      );
    }
  }, [messages, isDetached, reachedBeginning, selfId, person, summary, t]);
}
