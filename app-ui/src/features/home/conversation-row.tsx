import {
  type Channel,
  ConversationPicture,
  inviteOf,
  plainText,
  useChannelUnread,
  useOpenChannel,
} from 'messenger-ui/conversations';
import { Link } from 'react-router';
import { formatListTime, useIsTablet, useTranslation } from 'ui-kit';
import { UnreadBadge } from '../shell/unread-badge';
import styles from './conversation-row.module.css';

/** One conversation: with whom, what was said last and when, and how much is unread. */
export function ConversationRow({ channel, myId }: { channel: Channel; myId: string }) {
  const { t, i18n } = useTranslation('app');
  const unread = useChannelUnread(channel.channelId);
  const openChannel = useOpenChannel();
  const isTablet = useIsTablet();
  const { channelId, lastMessage } = channel;
  const channelName = channel.kind === 'assistant' ? t('home.assistant') : channel.channelName;

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
          <span className={styles.snippet} dir="auto">
            {lastMessage === null
              ? t('home.noMessages')
              : snippet(channel, myId, t('home.you'), t('home.videoCall'))}
          </span>
          <UnreadBadge unread={unread} />
        </span>
      </span>
    </>
  );

  return (
    <li>
      {isTablet ? (
        <a className={styles.row} href={`/chat/messenger?${new URLSearchParams({ channel: channelId })}`}>
          {content}
        </a>
      ) : (
        <Link className={styles.row} to="/chat" onClick={() => openChannel(channelId)}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** In a group it matters who said it; with two people only whether it was oneself. */
function snippet(
  { lastMessage, isGroup, channelMembers }: Channel,
  myId: string,
  you: string,
  videoCall: string,
) {
  if (lastMessage === null) return '';
  const text = inviteOf(lastMessage.text) ? videoCall : plainText(lastMessage.text);
  if (lastMessage.userId === myId) return `${you}: ${text}`;
  const author = channelMembers.find(({ userId }) => userId === lastMessage.userId);
  return isGroup && author ? `${author.userFullName}: ${text}` : text;
}
