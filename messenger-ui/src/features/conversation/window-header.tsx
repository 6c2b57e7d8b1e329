import { UnstyledButton } from '@mantine/core';
import { ArrowLeft, CalendarDays, Maximize2, X } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import { type Channel, counterpart } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { addressOf } from '../../shell/selection';
import { VideoButton } from '../call/video-button';
import { DayPicker } from '../message-list/day-picker';
import { ChannelPicture } from './channel-picture';
import { MuteButton } from './mute-button';
import styles from './window-header.module.css';

export interface HeaderLinks {
  /** Back to the list; there is none where the list stands beside the window. */
  onBack?: (() => void) | undefined;
  /** Where it depends on the room: the class that hides the way back. */
  backClassName?: string | undefined;
  /** The page of its own, where this is not it. */
  fullScreenHref?: string | undefined;
  onClose?: (() => void) | undefined;
}

interface WindowHeaderProps extends HeaderLinks {
  channel: Channel;
  membersShown: boolean;
  onToggleMembers: () => void;
  /** To the first message of a day. */
  onJump: (date: string) => void;
}

export function WindowHeader({
  channel,
  membersShown,
  onToggleMembers,
  onJump,
  onBack,
  backClassName,
  fullScreenHref,
  onClose,
}: WindowHeaderProps) {
  const { t } = useTranslation('messenger');
  return (
    <header className={styles.header}>
      {onBack && (
        <IconButton
          className={`${styles.back} ${backClassName ?? ''}`}
          label={t('window.back')}
          onClick={onBack}
        >
          <ArrowLeft aria-hidden size={19} className={styles.flips} />
        </IconButton>
      )}
      <span className={styles.picture}>
        <ChannelPicture channel={channel} size={36} />
      </span>
      <div className={styles.titles}>
        <h2 className={styles.title} dir="auto">
          {channel.channelName}
        </h2>
        <UnstyledButton
          className={styles.subtitle}
          aria-expanded={membersShown}
          onClick={onToggleMembers}
          data-members-toggle=""
        >
          <Subtitle channel={channel} />
        </UnstyledButton>
      </div>
      <span className={styles.roomy}>
        <DayPicker at={Date.now()} onJump={onJump}>
          {(open) => (
            <IconButton label={t('window.jump')} onClick={open}>
              <CalendarDays aria-hidden size={18} />
            </IconButton>
          )}
        </DayPicker>
      </span>
      <VideoButton channel={channel} />
      <MuteButton channel={channel} />
      {fullScreenHref !== undefined && (
        <a
          className={styles.link}
          href={addressOf(fullScreenHref, channel.channelId)}
          aria-label={t('window.fullScreen')}
          title={t('window.fullScreen')}
        >
          <Maximize2 aria-hidden size={16} />
        </a>
      )}
      {onClose && (
        <IconButton label={t('window.close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </header>
  );
}

function Subtitle({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  if (channel.kind === 'assistant') return t('window.assistant');
  switch (counterpart(channel, self.id)?.role) {
    case undefined:
      return t('window.members', { count: channel.memberCount });
    case 'Mentor':
      return t('window.yourMentor');
    case 'Mentee':
      return t('window.yourMentee');
    default:
      return t('staff');
  }
}
