import { UnstyledButton } from '@mantine/core';
import { BellOff, Video } from 'lucide-react';
import { memo } from 'react';
import { formatListTime, useProfile, useTranslation } from 'ui-kit';
import { ChannelAvatar } from '../../components/channel-avatar';
import { UnreadBadge } from '../../components/unread-badge';
import { useCollapsedPeople } from '../../hooks/use-blocks';
import { useFileSummary, useMessageSummary } from '../../hooks/use-message-summary';
import { usePeople } from '../../hooks/use-people';
import { canCall, hasVideo } from '../../model/call/rules';
import { type Channel, isWithBot } from '../../model/channels';
import { NOTHING_UNREAD } from '../../model/unread';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './channel-row.module.css';
import { SnippetLine } from './snippet-line';

interface ChannelRowProps {
  channel: Channel;
  isSelected: boolean;
  isTabStop: boolean;
  onSelect: () => void;
}

export const ChannelRow = memo(function ChannelRow({
  channel,
  isSelected,
  isTabStop,
  onSelect,
}: ChannelRowProps) {
  const { t, i18n } = useTranslation('messenger');
  const { hub, self } = useChat();
  const { channelId, lastMessage } = channel;
  const unread = useStore(hub.unread, ({ byChannel }) => byChannel.get(channelId) ?? NOTHING_UNREAD);
  const draft = useStore(hub.drafts, (drafts) => drafts.get(channelId)?.text.trim() ?? '');
  const { data: profile } = useProfile();
  const hasCall =
    channel.callInProgress !== null && canCall(channel) && profile !== undefined && hasVideo(profile);
  const showsDraft = draft !== '' && !isSelected;
  return (
    <UnstyledButton
      className={styles.row}
      data-channel={channelId}
      data-unread={unread.count > 0 || undefined}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onSelect}
    >
      <ChannelAvatar channel={channel} selfId={self.id} size={44} />
      <span className={styles.texts}>
        <span className={styles.line}>
          <span className={styles.name} dir="auto">
            {channel.channelName}
          </span>
          {lastMessage && (
            <time className={styles.time} dateTime={lastMessage.createdOn}>
              {formatListTime(lastMessage.createdOn, i18n.language)}
            </time>
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.snippet}>
            {showsDraft ? (
              <SnippetLine
                lead={<span className={styles.draft}>{t('channelList.draft')}</span>}
                text={draft}
              />
            ) : (
              <Snippet channel={channel} />
            )}
          </span>
          {hasCall && (
            <Video
              className={styles.call}
              role="img"
              aria-label={t('channelList.callInProgress')}
              size={16}
            />
          )}
          {channel.isMuted && (
            <BellOff className={styles.muted} role="img" aria-label={t('mute.isMuted')} size={14} />
          )}
          <UnreadBadge unread={unread} />
        </span>
      </span>
    </UnstyledButton>
  );
});

function Snippet({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const summary = useMessageSummary();
  const fileSummary = useFileSummary();
  const { lastMessage, kind } = channel;
  if (!lastMessage) {
    const hints = { assistant: t('channelList.assistantHint'), team: t('channelList.teamHint') };
    return <SnippetLine text={isWithBot(channel) ? hints[channel.kind] : t('channelList.noMessages')} />;
  }
  if (lastMessage.isPrivate) return <SnippetLine text={t('channelList.assistantAnswered')} />;
  const text = lastMessage.isDeleted
    ? t('message.deleted')
    : summary(lastMessage.text) || fileSummary(lastMessage.attachmentName);
  if (lastMessage.userId === self.id) {
    return <SnippetLine lead={t('channelList.author', { author: t('you') })} text={text} />;
  }
  if (kind === 'direct' || isWithBot(channel)) return <SnippetLine text={text} />;
  return <GroupSnippet channel={channel} userId={lastMessage.userId} text={text} />;
}

function GroupSnippet({ channel, userId, text }: { channel: Channel; userId: string; text: string }) {
  const { t } = useTranslation('messenger');
  const isCollapsed = useCollapsedPeople().has(userId);
  const author = usePeople(channel)(userId).name;
  if (isCollapsed) return <SnippetLine text={t('blocked.collapsed')} />;
  return <SnippetLine lead={t('channelList.author', { author: author.split(' ')[0] })} text={text} />;
}
