import {
  addressOf,
  type Channel,
  ChannelAvatar,
  inviteOf,
  plainText,
  SnippetLine,
  useChannelUnread,
  useFileSummary,
} from 'messenger-ui/channels';
import { formatListTime, useTranslation } from 'ui-kit';
import { ChatLink } from '../../../shared/chat-link/chat-link';
import { UnreadBadge } from '../../../shared/unread-badge/unread-badge';
import styles from './channel-row.module.css';

/** A channel with its last message and number of unread messages. */
export function ChannelRow({ channel, myId }: { channel: Channel; myId: string }) {
  const { t, i18n } = useTranslation('app');
  const fileSummary = useFileSummary();
  const unread = useChannelUnread(channel.channelId);
  const { channelId, lastMessage } = channel;
  const isTeam = channel.kind === 'team';
  const ownName = isTeam ? t('titles.team') : channel.channelName;
  const channelName = channel.kind === 'assistant' ? t('home.assistant') : ownName;
  const author = lastMessage === null ? undefined : authorOf(channel, myId, t('home.you'));
  const text = () => {
    if (lastMessage === null) return t('home.noMessages');
    if (lastMessage.isPrivate) return t('home.assistantAnswered');
    if (lastMessage.isDeleted) return t('home.messageDeleted');
    const invite = inviteOf(lastMessage.text);
    if (invite) return t(invite.outcome === 'missed' ? 'home.missedCall' : 'home.videoCall');
    return plainText(lastMessage.text) || fileSummary(lastMessage.attachmentName);
  };

  const content = (
    <>
      <ChannelAvatar channel={channel} selfId={myId} size={44} />
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
      <ChatLink className={styles.row} to={isTeam ? '/team' : addressOf('/chat', channelId)}>
        {content}
      </ChatLink>
    </li>
  );
}

/** Returns the author to show: everyone in a group, only oneself in a pair and with the team. */
function authorOf({ kind, lastMessage, isGroup, channelMembers }: Channel, myId: string, you: string) {
  if (lastMessage?.userId === myId) return you;
  return isGroup && kind !== 'team'
    ? channelMembers.find(({ userId }) => userId === lastMessage?.userId)?.userFullName
    : undefined;
}
