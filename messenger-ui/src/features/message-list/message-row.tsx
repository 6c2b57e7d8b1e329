import { memo, useRef } from 'react';
import { formatBubbleTime, formatDateTime, formatTime, useTranslation } from 'ui-kit';
import { Bubble, BubbleText, type Grouping, MessageFrame } from '../../components/bubble';
import { useMessageSummary } from '../../hooks/use-message-summary';
import type { Person } from '../../hooks/use-people';
import { inviteOf } from '../../model/invite';
import { isEmojiOnly } from '../../model/markup';
import type { ChatMessage } from '../../model/message';
import { RetryAnswerButton, Sources } from '../assistant/answer-details';
import { CrisisCard } from '../assistant/crisis-card';
import { AttachmentView } from '../attachments/attachment-view';
import { InviteCard } from '../call/invite-card';
import { LinkCard } from '../link-preview/link-card';
import { useMessageActionsContext } from '../message-actions/message-actions-context';
import { MessageMenu } from '../message-actions/message-menu';
import { QuoteBlock } from '../message-actions/quote-block';
import { Reactions } from '../message-actions/reactions';
import { Receipts } from './receipts';

interface MessageRowProps extends Grouping {
  message: ChatMessage;
  author: Person;
  /** Shows the author and the names of the readers; unnecessary between two people. */
  showAuthor: boolean;
  readers: readonly Person[];
  /** Offers to request another answer of the assistant. */
  canRetryAnswer: boolean;
}

/** Memoised: every prop keeps its identity until the row has to change. */
export const MessageRow = memo(function MessageRow({
  message,
  author,
  showAuthor,
  readers,
  canRetryAnswer,
  isFirst,
  isLast,
}: MessageRowProps) {
  const { t, i18n } = useTranslation('messenger');
  const summary = useMessageSummary();
  const { selfId, retryAnswer } = useMessageActionsContext();
  const bubble = useRef<HTMLDivElement>(null);
  const { channelId, deletedOn, attachments, linkPreview, assistant, quote } = message;
  const invite = inviteOf(message.text);
  const isOwn = message.userId === selfId;
  const time = formatBubbleTime(message.createdOn, i18n.language);
  const fileNames = attachments.map((attachment) => attachment.name).join(', ');
  // An empty message without files was removed together with its author's account.
  const emptyText = deletedOn === null ? t('message.removed') : t('message.deleted');
  const text = message.text === '' && fileNames === '' ? emptyText : message.text;
  const visibleText = invite ? '' : text;
  const label = t('message.label', {
    author: isOwn ? t('you') : author.name,
    // The day separator names the day.
    time: formatTime(message.createdOn, i18n.language),
    text: [summary(text), fileNames].filter(Boolean).join(', '),
  });
  if (assistant?.kind === 'crisis') {
    return <CrisisCard text={message.text} time={time} helplines={assistant.helplines} label={label} />;
  }
  return (
    <MessageFrame
      label={label}
      isOwn={isOwn}
      author={showAuthor && !isOwn ? author : null}
      isFirst={isFirst}
      isLast={isLast}
    >
      <Bubble
        ref={bubble}
        isOwn={isOwn}
        isDeleted={deletedOn !== null}
        isEmojiOnly={isEmojiOnly(visibleText)}
      >
        {quote && <QuoteBlock quote={quote} />}
        {invite && (
          <InviteCard channelId={channelId} invite={invite} createdOn={message.createdOn} isOwn={isOwn} />
        )}
        {attachments.map((attachment) => (
          <AttachmentView key={attachment.id} channelId={channelId} attachment={attachment} />
        ))}
        {linkPreview && <LinkCard preview={linkPreview} />}
        <BubbleText text={visibleText} time={time} selfId={selfId}>
          {message.editedOn !== null && <EditedMark at={message.editedOn} />}
        </BubbleText>
        <Receipts readers={readers} asText={!showAuthor} />
        {/* Nothing can be done with an own deleted message. */}
        {!(isOwn && deletedOn !== null) && <MessageMenu message={message} target={bubble} />}
      </Bubble>
      {assistant && <Sources sources={assistant.sources} />}
      {canRetryAnswer && <RetryAnswerButton onPress={() => retryAnswer(message)} />}
      <Reactions message={message} />
    </MessageFrame>
  );
});

function EditedMark({ at }: { at: number }) {
  const { t, i18n } = useTranslation('messenger');
  return (
    <span title={t('message.editedAt', { time: formatDateTime(new Date(at).toISOString(), i18n.language) })}>
      {t('message.edited')}
    </span>
  );
}
