import { useCallback, useMemo } from 'react';
import type { StreamingAnswer } from '../../model/assistant';
import type { Channel } from '../../model/channels';
import type { ChatMessage } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

interface AssistantAnswer {
  /** The answer that is being generated. */
  streamingAnswer: StreamingAnswer | undefined;
  /** Whether another answer can be requested in place of this message. */
  canRetry: (message: ChatMessage) => boolean;
}

/** State of the assistant's answer in a channel. */
export function useAssistantAnswer(
  { channelId, kind }: Channel,
  messages: readonly ChatMessage[],
): AssistantAnswer {
  const { hub } = useChat();
  const streamingAnswer = useStore(hub.assistant, (answers) => answers.get(channelId));
  const pendingQuestionId = streamingAnswer?.questionId;
  /** The newest reply to each question. */
  const lastReplies = useMemo(
    () =>
      new Map(
        (kind === 'assistant' ? messages : []).flatMap(({ assistant, msgId }) =>
          assistant ? [[assistant.questionId, msgId] as const] : [],
        ),
      ),
    [kind, messages],
  );
  const canRetry = useCallback(
    ({ assistant, msgId }: ChatMessage) =>
      assistant?.kind === 'apology' &&
      lastReplies.get(assistant.questionId) === msgId &&
      assistant.questionId !== pendingQuestionId,
    [lastReplies, pendingQuestionId],
  );
  return { streamingAnswer, canRetry };
}
