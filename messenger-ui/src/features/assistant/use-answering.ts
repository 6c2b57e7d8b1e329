import { useCallback, useMemo } from 'react';
import type { Answering } from '../../model/assistant';
import type { Channel } from '../../model/channels';
import type { ChatMessage } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

interface AnsweringState {
  /** The answer on its way. */
  answering: Answering | undefined;
  assistantId: string;
  /** How to ask for another try; undefined where there is nothing to try again (any more). */
  askAgain: (message: ChatMessage) => (() => void) | undefined;
}

/** What the assistant does in this channel now. */
export function useAnswering(channel: Channel, messages: readonly ChatMessage[]): AnsweringState {
  const { hub, self } = useChat();
  const { channelId, kind } = channel;
  const answering = useStore(hub.assistant, (answers) => answers.get(channelId));
  const assistantId = channel.channelMembers.find((member) => member.userId !== self.id)?.userId ?? '';
  /** The last word to each question. */
  const lastReplies = useMemo(
    () =>
      new Map(
        (kind === 'assistant' ? messages : []).flatMap(({ assistant, msgId }) =>
          assistant ? [[assistant.questionId, msgId] as const] : [],
        ),
      ),
    [kind, messages],
  );
  const askAgain = useCallback(
    ({ assistant, msgId }: ChatMessage) => {
      if (assistant?.kind !== 'apology' || lastReplies.get(assistant.questionId) !== msgId) return undefined;
      if (answering?.questionId === assistant.questionId) return undefined;
      return () => hub.askAgain(channelId, msgId, assistant.questionId);
    },
    [lastReplies, answering?.questionId, hub, channelId],
  );
  return { answering, assistantId, askAgain };
}
