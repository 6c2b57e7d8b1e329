import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { toast, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { ReportDialog } from '../../components/lazy-report-dialog';
import { useMessageSummary } from '../../hooks/use-message-summary';
import type { GetPerson } from '../../hooks/use-people';
import type { ChannelStore } from '../../model/channel-store';
import type { Channel } from '../../model/channels';
import { keepRewritten } from '../../model/keep-rewritten';
import type { ChatMessage } from '../../model/message';
import { canPin, canReact, canReply } from '../../model/permissions';
import { useChat } from '../../shell/chat-context';
import type { MessageActions } from './message-actions-context';

const DeleteDialog = lazyPart(() => import('./delete-dialog'), 'closes');

/** Creates the actions on the messages of a list, and the report dialog that one of them opens. */
export function useMessageActions(
  channel: Channel,
  channelStore: ChannelStore,
  getPerson: GetPerson,
  onWrite: () => void,
): { actions: MessageActions; dialog: ReactNode } {
  const { t } = useTranslation('messenger');
  const summary = useMessageSummary();
  const { hub, self } = useChat();
  const { channelId } = channel;
  const selfId = self.id;
  // A boolean instead of the channel, which is another object after every message.
  const isReactable = canReact(channel);
  const isWritable = canReply(channel);
  const isPinnable = canPin(channel);
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const [toDelete, setToDelete] = useState<ChatMessage | null>(null);

  const actions = useMemo(
    (): MessageActions => ({
      selfId,
      canReact: isReactable,
      canReply: isWritable,
      canPin: isPinnable,
      nameOf: (userId) => getPerson(userId).name,
      reply: (message) => {
        keepRewritten(hub, channelId);
        hub.composerModes.reply(channelId, message, summary(message.text));
        onWrite();
      },
      edit: (message) => {
        keepRewritten(hub, channelId);
        hub.composerModes.edit(channelId, message);
        onWrite();
      },
      react: (message, emoji, isAdded) => {
        if (!channelStore.react(message.msgId, emoji, isAdded)) void toast(t('reactions.failed'), 'danger');
      },
      markUnread: ({ msgId }) => {
        const isSent = channelStore.markUnread(msgId);
        void (isSent ? toast(t('markUnread.done')) : toast(t('markUnread.offline'), 'danger'));
      },
      remove: setToDelete,
      report: setReported,
      retryAnswer: ({ msgId, assistant }) => {
        if (assistant) hub.retryAnswer(channelId, msgId, assistant.questionId);
      },
      jumpTo: (messageId) => channelStore.jumpTo({ messageId }),
    }),
    [
      hub,
      channelId,
      selfId,
      isReactable,
      isWritable,
      isPinnable,
      channelStore,
      getPerson,
      onWrite,
      summary,
      t,
    ],
  );
  const dialog = (
    <Suspense>
      {reported && (
        <ReportDialog
          channel={channel}
          userId={reported.userId}
          msgId={reported.msgId}
          name={getPerson(reported.userId).name}
          onClose={() => setReported(null)}
        />
      )}
      {toDelete && (
        <DeleteDialog
          onDelete={() => channelStore.delete(toDelete.msgId)}
          onClose={() => setToDelete(null)}
          onDeleted={() => hasMouse() && onWrite()}
        />
      )}
    </Suspense>
  );
  return { actions, dialog };
}

/** On touch screens the composer would open the keyboard. */
const hasMouse = (): boolean => window.matchMedia('(pointer: fine)').matches;
