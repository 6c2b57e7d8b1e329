import { UnstyledButton } from '@mantine/core';
import { ArrowLeft, CalendarDays, Images, Maximize2, Pin, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ChannelAvatar } from '../../components/channel-avatar';
import { DayPicker } from '../../components/day-picker';
import { type Channel, counterpart } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { PageLink } from '../../shell/page-navigation';
import { addressOf } from '../../shell/selection';
import styles from './channel-header.module.css';
import { ChannelMenu } from './channel-menu';
import { MuteButton } from './mute-button';

export interface ChannelNavigation {
  /** Returns to the list; undefined where the list is visible beside the channel. */
  onBack?: (() => void) | undefined;
  /** Searches within the channel. */
  onSearch?: (() => void) | undefined;
  /** Class that hides the back button where the list is visible. */
  backClassName?: string | undefined;
  /** Address of the full-screen page, unless this is it. */
  fullScreenHref?: string | undefined;
  onClose?: (() => void) | undefined;
}

interface ChannelHeaderProps extends ChannelNavigation {
  channel: Channel;
  isMembersOpen: boolean;
  onToggleMembers: () => void;
  /** Jumps to the first message of a day. */
  onJump: (date: string) => void;
  /** Shows the pinned messages. */
  onOpenPins: () => void;
  /** Shows the pictures, files and links; undefined where there are none. */
  onOpenGallery: (() => void) | undefined;
  /** Further actions of the channel. */
  children: ReactNode;
}

export function ChannelHeader({
  channel,
  isMembersOpen,
  onToggleMembers,
  onJump,
  onOpenPins,
  onOpenGallery,
  children,
  onBack,
  onSearch,
  backClassName,
  fullScreenHref,
  onClose,
}: ChannelHeaderProps) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  return (
    <header className={styles.header}>
      {onBack && (
        <IconButton
          className={`${styles.back} ${backClassName ?? ''}`}
          label={t('channel.back')}
          onClick={onBack}
        >
          <ArrowLeft aria-hidden size={19} className={styles.flips} />
        </IconButton>
      )}
      <span className={styles.picture}>
        <ChannelAvatar channel={channel} selfId={self.id} size={36} />
      </span>
      <div className={styles.titles}>
        <h2 className={styles.title} dir="auto">
          {channel.channelName}
        </h2>
        <UnstyledButton
          className={styles.subtitle}
          aria-expanded={isMembersOpen}
          onClick={onToggleMembers}
          data-members-toggle=""
        >
          <Subtitle channel={channel} />
        </UnstyledButton>
      </div>
      <span className={styles.wideOnly}>
        <DayPicker at={Date.now()} onJump={onJump}>
          {(open) => (
            <IconButton label={t('channel.jumpToDay')} onClick={open}>
              <CalendarDays aria-hidden size={18} />
            </IconButton>
          )}
        </DayPicker>
      </span>
      {onSearch && (
        <span className={styles.wideOnly}>
          <IconButton label={t('channel.search')} onClick={onSearch}>
            <Search aria-hidden size={18} />
          </IconButton>
        </span>
      )}
      {children}
      <span className={styles.wideOnly}>
        <IconButton label={t('pins.title')} aria-haspopup="dialog" onClick={onOpenPins}>
          <Pin aria-hidden size={17} />
        </IconButton>
      </span>
      {onOpenGallery && (
        <span className={styles.wideOnly}>
          <IconButton label={t('gallery.title')} aria-haspopup="dialog" onClick={onOpenGallery}>
            <Images aria-hidden size={18} />
          </IconButton>
        </span>
      )}
      <span className={styles.wideOnly}>
        <MuteButton channel={channel} />
      </span>
      <span className={styles.narrowOnly}>
        <ChannelMenu
          channel={channel}
          onJump={onJump}
          onSearch={onSearch}
          onOpenPins={onOpenPins}
          onOpenGallery={onOpenGallery}
          fullScreenHref={onClose ? undefined : fullScreenHref}
        />
      </span>
      {fullScreenHref !== undefined && (
        <PageLink
          className={styles.link}
          data-in-menu={!onClose || undefined}
          href={addressOf(fullScreenHref, channel.channelId)}
          aria-label={t('channel.fullScreen')}
          title={t('channel.fullScreen')}
        >
          <Maximize2 aria-hidden size={16} />
        </PageLink>
      )}
      {onClose && (
        <IconButton label={t('channel.close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </header>
  );
}

function Subtitle({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  if (channel.kind === 'assistant') return t('channel.assistant');
  if (channel.kind === 'team') return t('channel.team');
  switch (counterpart(channel, self.id)?.role) {
    case undefined:
      return t('channel.members', { count: channel.memberCount });
    case 'Mentor':
      return t('channel.yourMentor');
    case 'Mentee':
      return t('channel.yourMentee');
    default:
      return t('staff');
  }
}
