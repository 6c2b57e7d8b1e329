import { Button, UnstyledButton } from '@mantine/core';
import { formatListTime, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { snippet } from '../../model/snippet';
import { useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { ChannelPicture } from '../conversation/channel-picture';
import styles from './search-panel.module.css';
import type { FoundMessage } from './search-query';

interface HitsProps {
  text: string;
  selection: Selection;
}

export function ChannelHits({ channels, text, selection }: HitsProps & { channels: readonly Channel[] }) {
  return (
    <ul className={styles.list}>
      {channels.map((channel) => (
        <li key={channel.channelId}>
          <UnstyledButton className={styles.hit} onClick={() => selection.select(channel.channelId)}>
            <ChannelPicture channel={channel} size={36} />
            <span className={styles.texts}>
              <span className={styles.name} dir="auto">
                <Marked message={channel.channelName} text={text} />
              </span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

interface MessageHitsProps extends HitsProps {
  hits: readonly FoundMessage[];
  isLoadingMore: boolean;
  onMore: (() => void) | undefined;
}

export function MessageHits({ hits, text, selection, isLoadingMore, onMore }: MessageHitsProps) {
  const { t } = useTranslation('messenger');
  const { channels } = useChat();
  const { jump } = selection;
  const shown = jump && 'messageId' in jump ? jump.messageId : null;
  return (
    <ul className={styles.list}>
      {hits.map((hit) => (
        <li key={hit.messageId}>
          <MessageHit
            hit={hit}
            text={text}
            channel={channels?.find(({ channelId }) => channelId === hit.channelId)}
            isShown={hit.messageId === shown}
            onOpen={() => selection.select(hit.channelId, { messageId: hit.messageId })}
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

interface MessageHitProps {
  hit: FoundMessage;
  text: string;
  channel: Channel | undefined;
  isShown: boolean;
  onOpen: () => void;
}

function MessageHit({ hit, text, channel, isShown, onOpen }: MessageHitProps) {
  const { t, i18n } = useTranslation('messenger');
  const { self } = useChat();
  const { userId, firstName, lastName } = hit.user;
  const author = userId === self.id ? t('you') : `${firstName} ${lastName}`.trim();
  // Between two the other one's name says where; elsewhere the conversation's does.
  const where = channel && (channel.kind !== 'direct' || userId === self.id) ? channel.channelName : null;
  return (
    <UnstyledButton className={styles.hit} aria-current={isShown ? 'true' : undefined} onClick={onOpen}>
      <span className={styles.texts}>
        <span className={styles.line}>
          <span className={styles.name}>
            <bdi>{author}</bdi>
            {where !== null && (
              <span className={styles.where}>
                {' · '}
                <bdi>{where}</bdi>
              </span>
            )}
          </span>
          <time className={styles.time} dateTime={hit.createdOn}>
            {formatListTime(hit.createdOn, i18n.language)}
          </time>
        </span>
        <span className={styles.snippet} dir="auto">
          <Marked message={hit.text} text={text} />
        </span>
      </span>
    </UnstyledButton>
  );
}

/** What was searched for stands out. */
function Marked({ message, text }: { message: string; text: string }) {
  let at = 0;
  return snippet(message, text).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
