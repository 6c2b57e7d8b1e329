import { UnstyledButton } from '@mantine/core';
import { BellOff, Video } from 'lucide-react';
import { memo } from 'react';
import { formatListTime, useProfile, useTranslation } from 'ui-kit';
import { canCall, hasVideo } from '../../model/call/rules';
import { type Channel, memberOf } from '../../model/channels';
import { NOTHING_UNREAD } from '../../model/unread';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { ChannelPicture } from '../conversation/channel-picture';
import { useSummary } from '../conversation/use-summary';
import { UnreadBadge } from '../unread/unread-badge';
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
  const { hub } = useChat();
  const { channelId, lastMessage } = channel;
  const unread = useStore(hub.unread, ({ byChannel }) => byChannel.get(channelId) ?? NOTHING_UNREAD);
  const draft = useStore(hub.drafts, (drafts) => drafts.get(channelId)?.text.trim() ?? '');
  const { data: profile } = useProfile();
  const isCalling =
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
      <ChannelPicture channel={channel} size={44} />
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
              <SnippetLine lead={<span className={styles.draft}>{t('channels.draft')}</span>} text={draft} />
            ) : (
              <Snippet channel={channel} />
            )}
          </span>
          {isCalling && (
            <Video className={styles.calling} role="img" aria-label={t('channels.calling')} size={16} />
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
  const summary = useSummary();
  const { lastMessage, kind } = channel;
  if (!lastMessage) {
    return (
      <SnippetLine text={kind === 'assistant' ? t('channels.assistantHint') : t('channels.noMessages')} />
    );
  }
  const text = summary(lastMessage.text) || t('channels.file');
  if (lastMessage.userId === self.id) {
    return <SnippetLine lead={t('channels.author', { author: t('you') })} text={text} />;
  }
  if (kind === 'direct' || kind === 'assistant') return <SnippetLine text={text} />;
  const author = memberOf(channel, lastMessage.userId)?.userFullName ?? t('staff');
  return <SnippetLine lead={t('channels.author', { author: author.split(' ')[0] })} text={text} />;
}
