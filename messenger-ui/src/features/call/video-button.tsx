import { Button } from '@mantine/core';
import { Video } from 'lucide-react';
import { formatDateTime, IconButton, toast, useProfile, useTranslation } from 'ui-kit';
import { canCall, hasVideo } from '../../model/call/rules';
import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useOwnCall } from './use-own-call';
import styles from './video-button.module.css';

/** Begins a call in the conversation, joins the one that runs, or leads back to the one that one is in. */
export function VideoButton({ channel }: { channel: Channel }) {
  const { t, i18n } = useTranslation('messenger');
  const { desk } = useChat();
  const { data: profile } = useProfile();
  const own = useOwnCall();
  if (!profile || !hasVideo(profile) || !canCall(channel)) return null;

  const { channelId, blackout, callInProgress } = channel;
  const go = () => {
    sections.show('video');
    void desk.open({ channelId });
  };
  // Who is in the call may go on when the programme becomes quiet, and needs the way back.
  const isHere = own?.channel === channelId;
  if (blackout.active && !isHere) {
    const until = blackout.until === null ? '' : formatDateTime(blackout.until, i18n.language);
    const reason = until === '' ? t('call.quiet') : t('call.quietUntil', { time: until });
    return (
      // It can be reached and asked why, so it is not out of reach for the keyboard.
      <IconButton className={styles.quiet} label={reason} aria-disabled onClick={() => void toast(reason)}>
        <Video aria-hidden size={18} />
      </IconButton>
    );
  }
  if (callInProgress === null && !isHere) {
    return (
      <IconButton label={t('call.start')} onClick={go}>
        <Video aria-hidden size={18} />
      </IconButton>
    );
  }
  const label = isHere ? t('call.return') : t('call.joinCall');
  return (
    <Button
      className={styles.join}
      size="compact-md"
      aria-label={label}
      leftSection={<Video aria-hidden size={17} />}
      onClick={go}
    >
      <span className={styles.word}>{label}</span>
    </Button>
  );
}
