import { Button } from '@mantine/core';
import { Video } from 'lucide-react';
import { formatDateTime, IconButton, toast, useProfile, useTranslation } from 'ui-kit';
import { canCall, hasVideo } from '../../model/call/rules';
import type { Channel } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useCurrentCall } from './use-current-call';
import styles from './video-button.module.css';

/** Starts a call in the channel, joins the running one, or returns to the own one. */
export function VideoButton({ channel }: { channel: Channel }) {
  const { t, i18n } = useTranslation('messenger');
  const { callManager } = useChat();
  const { data: profile } = useProfile();
  const currentCall = useCurrentCall();
  if (!profile || !hasVideo(profile) || !canCall(channel)) return null;

  const { channelId, blackout, callInProgress } = channel;
  const openCall = () => {
    sections.show('video');
    void callManager.open({ channelId });
  };
  // A participant may continue the call during a blackout and needs the way back.
  const isInCall = currentCall?.channel === channelId;
  if (blackout.active && !isInCall) {
    const until = blackout.until === null ? '' : formatDateTime(blackout.until, i18n.language);
    const reason = until === '' ? t('call.blackout') : t('call.blackoutUntil', { time: until });
    return (
      // `aria-disabled` instead of `disabled`: the button stays focusable and explains itself.
      <IconButton className={styles.blackout} label={reason} aria-disabled onClick={() => void toast(reason)}>
        <Video aria-hidden size={18} />
      </IconButton>
    );
  }
  if (callInProgress === null && !isInCall) {
    return (
      <IconButton label={t('call.start')} onClick={openCall}>
        <Video aria-hidden size={18} />
      </IconButton>
    );
  }
  const label = isInCall ? t('call.return') : t('call.joinCall');
  return (
    <Button
      className={styles.join}
      size="compact-md"
      aria-label={label}
      leftSection={<Video aria-hidden size={17} />}
      onClick={openCall}
    >
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
