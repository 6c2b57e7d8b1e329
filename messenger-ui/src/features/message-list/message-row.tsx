import { memo, useRef } from 'react';
import { formatDateTime, formatMessageTime, useTranslation } from 'ui-kit';
import { inviteOf } from '../../model/invite';
import type { ChatMessage } from '../../model/message';
import { CrisisCard } from '../assistant/crisis-card';
import { Sources, TryAgain } from '../assistant/note';
import { AttachmentView } from '../attachments/attachment-view';
import type { Person } from '../conversation/people';
import { useSummary } from '../conversation/use-summary';
import { LinkCard } from '../link-preview/link-card';
import { MessageMenu } from '../message-actions/message-menu';
import { QuoteBlock } from '../message-actions/quote-block';
import { Reactions } from '../message-actions/reactions';
import { useMessageTools } from '../message-actions/tools';
import { Bubble } from './bubble';
import { InviteCard } from './invite-card';
import { Receipts } from './receipts';
import type { Grouping } from './rows';

interface MessageRowProps extends Grouping {
  message: ChatMessage;
  author: Person;
  selfId: string;
  showAuthor: boolean;
  readers: readonly Person[];
  /** Where the assistant could not answer: asks for another try. */
  onAskAgain?: (() => void) | undefined;
}

export const MessageRow = memo(function MessageRow({
  message,
  author,
  selfId,
  showAuthor,
  readers,
  isFirst,
  isLast,
  onAskAgain,
}: MessageRowProps) {
  const { t, i18n } = useTranslation('messenger');
  const summary = useSummary();
  const invite = inviteOf(message.text);
  const tools = useMessageTools();
  const bubble = useRef<HTMLDivElement>(null);
  const isOwn = message.userId === selfId;
  const time = formatMessageTime(message.createdOn, i18n.language);
  const files = message.attachments.map((attachment) => attachment.name).join(', ');
  // Nobody can send nothing: what stood here went with the person who wrote it.
  const text = message.text === '' && files === '' ? t('message.removed') : message.text;
  const label = t('message.label', {
    author: isOwn ? t('you') : author.name,
    time,
    text: [summary(text), files].filter(Boolean).join(', '),
  });
  const { assistant } = message;
  if (assistant?.kind === 'crisis') {
    return <CrisisCard text={message.text} time={time} helplines={assistant.helplines} label={label} />;
  }
  return (
    <Bubble
      author={author}
      isOwn={isOwn}
      selfId={selfId}
      text={invite ? '' : text}
      time={time}
      label={label}
      showAuthor={showAuthor}
      isFirst={isFirst}
      isLast={isLast}
      attachments={
        <>
          {invite && (
            <InviteCard channelId={message.channelId} room={invite.room} createdOn={message.createdOn} />
          )}
          {message.attachments.map((attachment) => (
            <AttachmentView key={attachment.id} channelId={message.channelId} attachment={attachment} />
          ))}
          {message.linkPreview && <LinkCard preview={message.linkPreview} />}
        </>
      }
      receipts={<Receipts readers={readers} asText={!showAuthor} />}
      state={message.editedOn !== null && <EditedMark at={message.editedOn} />}
      quote={message.quote && <QuoteBlock quote={message.quote} />}
      bubbleRef={bubble}
      menu={tools && <MessageMenu message={message} tools={tools} target={bubble} />}
      actions={
        <>
          {assistant && <Sources sources={assistant.sources} />}
          {onAskAgain && <TryAgain onPress={onAskAgain} />}
          {tools && <Reactions message={message} tools={tools} />}
        </>
      }
    />
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
