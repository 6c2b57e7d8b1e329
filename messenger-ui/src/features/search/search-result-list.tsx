import { Button, UnstyledButton } from '@mantine/core';
import { File, Image } from 'lucide-react';
import { formatListTime, useTranslation } from 'ui-kit';
import { ChannelAvatar } from '../../components/channel-avatar';
import { useAuthorName } from '../../hooks/use-author-name';
import type { Channel } from '../../model/channels';
import { snippet } from '../../model/snippet';
import { useChannelList, useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import styles from './search-panel.module.css';
import type { FoundMessage } from './search-query';

interface ResultsProps {
  text: string;
  selection: Selection;
}

export function ChannelResults({
  channels,
  text,
  selection,
}: ResultsProps & { channels: readonly Channel[] }) {
  const { self } = useChat();
  return (
    <ul className={styles.list}>
      {channels.map((channel) => (
        <li key={channel.channelId}>
          <UnstyledButton className={styles.result} onClick={() => selection.select(channel.channelId)}>
            <ChannelAvatar channel={channel} selfId={self.id} size={36} />
            <span className={styles.texts}>
              <span className={styles.name} dir="auto">
                <HighlightedText message={channel.channelName} text={text} />
              </span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

interface MessageResultsProps extends ResultsProps {
  results: readonly FoundMessage[];
  isLoadingMore: boolean;
  onMore: (() => void) | undefined;
}

export function MessageResults({ results, text, selection, isLoadingMore, onMore }: MessageResultsProps) {
  const { t } = useTranslation('messenger');
  const { channels } = useChannelList();
  const { jump } = selection;
  const currentId = jump && 'messageId' in jump ? jump.messageId : null;
  return (
    <ul className={styles.list}>
      {results.map((result) => (
        <li key={result.messageId}>
          <MessageResult
            result={result}
            text={text}
            channel={channels?.find(({ channelId }) => channelId === result.channelId)}
            isCurrent={result.messageId === currentId}
            onOpen={() => selection.select(result.channelId, { messageId: result.messageId })}
          />
        </li>
      ))}
      {onMore && (
        <li className={styles.more}>
          <Button variant="subtle" size="compact-sm" loading={isLoadingMore} onClick={onMore}>
            {t('search.more')}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface MessageResultProps {
  result: FoundMessage;
  text: string;
  channel: Channel | undefined;
  isCurrent: boolean;
  onOpen: () => void;
}

function MessageResult({ result, text, channel, isCurrent, onOpen }: MessageResultProps) {
  const { i18n } = useTranslation('messenger');
  const { self } = useChat();
  const authorName = useAuthorName();
  const { userId, firstName, lastName } = result.user;
  const { channelId } = result;
  const author = authorName({ channelId, userId, name: `${firstName} ${lastName}`.trim() });
  // In a direct channel the author's name identifies the channel, except for own messages.
  const isNamed = channel !== undefined && (channel.kind !== 'direct' || userId === self.id);
  const channelName = isNamed && channel.channelName !== author ? channel.channelName : null;
  return (
    <UnstyledButton className={styles.result} aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
      <span className={styles.texts}>
        <span className={styles.line}>
          <span className={styles.name}>
            <bdi>{author}</bdi>
            {channelName !== null && (
              <span className={styles.channelName}>
                {' · '}
                <bdi>{channelName}</bdi>
              </span>
            )}
          </span>
          <time className={styles.time} dateTime={result.createdOn}>
            {formatListTime(result.createdOn, i18n.language)}
          </time>
        </span>
        {result.text !== '' && (
          <span className={styles.snippet} dir="auto">
            <HighlightedText message={result.text} text={text} />
          </span>
        )}
        {result.attachments.map(({ name, mediaType }) => (
          <span key={name} className={styles.file}>
            {mediaType.startsWith('image/') ? (
              <Image aria-hidden size={14} />
            ) : (
              <File aria-hidden size={14} />
            )}
            <bdi className={styles.fileName}>{name}</bdi>
          </span>
        ))}
      </span>
    </UnstyledButton>
  );
}

/** Highlights the matches of the query. */
function HighlightedText({ message, text }: { message: string; text: string }) {
  let at = 0;
  return snippet(message, text).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
