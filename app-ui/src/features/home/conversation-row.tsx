import {
  addressOf,
  type Channel,
  ConversationPicture,
  inviteOf,
  plainText,
  SnippetLine,
  useChannelUnread,
} from 'messenger-ui/conversations';
import { Link } from 'react-router';
import { formatListTime, useIsTablet, useTranslation } from 'ui-kit';
import { UnreadBadge } from '../shell/unread-badge';
import styles from './conversation-row.module.css';

/** One conversation: with whom, what was said last and when, and how much is unread. */
export function ConversationRow({ channel, myId }: { channel: Channel; myId: string }) {
  const { t, i18n } = useTranslation('app');
  const unread = useChannelUnread(channel.channelId);
  const isTablet = useIsTablet();
  const { channelId, lastMessage } = channel;
  const channelName = channel.kind === 'assistant' ? t('home.assistant') : channel.channelName;
  const author = lastMessage === null ? undefined : authorOf(channel, myId, t('home.you'));
  const text = () => {
    if (lastMessage === null) return t('home.noMessages');
    if (inviteOf(lastMessage.text)) return t('home.videoCall');
    return plainText(lastMessage.text) || t('home.file');
  };

  const content = (
    <>
      <ConversationPicture channel={channel} myId={myId} size={44} />
      <span className={styles.text}>
        <span className={styles.top}>
          <span className={styles.name} dir="auto">
            {channelName}
          </span>
          {lastMessage && (
            <time className={styles.time} dateTime={lastMessage.createdOn}>
              {formatListTime(lastMessage.createdOn, i18n.language)}
            </time>
          )}
        </span>
        <span className={styles.bottom}>
          <span className={styles.snippet}>
            <SnippetLine lead={author === undefined ? undefined : `${author}:`} text={text()} />
          </span>
          <UnreadBadge unread={unread} />
        </span>
      </span>
    </>
  );

  return (
    <li>
      {isTablet ? (
        <a className={styles.row} href={addressOf('/chat/messenger', channelId)}>
          {content}
        </a>
      ) : (
        <Link className={styles.row} to={addressOf('/chat', channelId)}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** In a group it matters who said it; with two people only whether it was oneself. */
function authorOf({ lastMessage, isGroup, channelMembers }: Channel, myId: string, you: string) {
  if (lastMessage?.userId === myId) return you;
  return isGroup
    ? channelMembers.find(({ userId }) => userId === lastMessage?.userId)?.userFullName
    : undefined;
}
