import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { toast, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { Channel } from '../../model/channels';
import type { Conversation } from '../../model/conversation';
import type { ChatMessage } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import type { Person } from '../conversation/people';
import { useSummary } from '../conversation/use-summary';
import type { MessageTools } from './tools';

const ReportDialog = lazyPart(() => import('../safety/report-dialog'), 'closes');

/** What can be done with the messages of a list, and the dialog that some of it needs. */
export function useTools(
  channel: Channel,
  conversation: Conversation,
  person: (userId: string) => Person,
  onWrite: () => void,
): { tools: MessageTools; dialog: ReactNode } {
  const { t } = useTranslation('messenger');
  const summary = useSummary();
  const { hub, self } = useChat();
  const { channelId } = channel;
  const [reported, setReported] = useState<ChatMessage | null>(null);

  const tools = useMemo(
    (): MessageTools => ({
      channel,
      selfId: self.id,
      nameOf: (userId) => person(userId).name,
      reply: (message) => {
        hub.modes.reply(channelId, message, summary(message.text));
        onWrite();
      },
      edit: (message) => {
        hub.modes.edit(channelId, message);
        onWrite();
      },
      react: (message, emoji, on) => {
        if (!conversation.react(message.msgId, emoji, on)) void toast(t('reactions.failed'), 'danger');
      },
      report: setReported,
      jumpTo: (messageId) => conversation.jumpTo({ messageId }),
    }),
    [hub, channel, channelId, self.id, conversation, person, onWrite, summary, t],
  );
  const dialog = reported && (
    <Suspense>
      <ReportDialog
        channel={channel}
        userId={reported.userId}
        msgId={reported.msgId}
        name={person(reported.userId).name}
        onClose={() => setReported(null)}
      />
    </Suspense>
  );
  return { tools, dialog };
}
