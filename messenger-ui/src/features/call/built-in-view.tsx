import { Button } from '@mantine/core';
import { Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce, Banner, toast, useTranslation } from 'ui-kit';
import type { BuiltInCall } from '../../model/call/built-in-call';
import { type CallRoom, othersIn } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import type { ChannelMember } from '../../model/channels';
import { useChannelList, useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './built-in-view.module.css';
import { CallToolbar } from './call-toolbar';
import { DevicesDialog } from './devices-dialog';
import { ParticipantGrid } from './participant-grid';
import type { CallStageControls } from './stage-controls';
import { StageHeader } from './stage-header';
import { useCallShortcuts } from './use-call-shortcuts';
import { useParticipantAnnouncements } from './use-participant-announcements';
import { useRemoteAudio } from './use-remote-audio';

interface BuiltInViewProps {
  call: BuiltInCall;
  session: CallSession;
  room: CallRoom;
  controls: CallStageControls;
}

/** View of a peer-to-peer call. */
export function BuiltInView({ call, session, room, controls }: BuiltInViewProps) {
  const { t, i18n } = useTranslation('messenger');
  const { channels } = useChannelList();
  const { self } = useChat();
  const { remotePeers, hasHadPeers, isDisconnected } = useStore(call, (state) => state);
  const isCalling = useStore(session, (state) => state.isCalling);
  const media = useStore(call.media, (state) => state);
  const [areDevicesShown, setAreDevicesShown] = useState(false);
  const { isBlocked, unblock } = useRemoteAudio(remotePeers, media.chosen.speaker);
  useParticipantAnnouncements(remotePeers);
  const isSmall = controls.mode === 'small';

  const toggleSharing = () => {
    if (media.isSharing) return call.media.stopSharing();
    call.media.share().catch((error: unknown) => {
      // Dismissing the browser's prompt is not a failure.
      if (!(error instanceof Error && error.name === 'NotAllowedError')) {
        void toast(t('call.controls.shareFailed'), 'danger');
      }
    });
  };
  useCallShortcuts((source) => void call.media.toggle(source));

  useEffect(() => {
    if (isDisconnected) announce(t('call.disconnected'));
  }, [isDisconnected, t]);

  return (
    <div className={styles.view}>
      {!isSmall && <StageHeader session={session} room={room} controls={controls} />}
      <div className={styles.notices}>
        {isDisconnected && !isSmall && <Banner tone="warning">{t('call.disconnected')}</Banner>}
        {!isSmall && media.microphone !== 'on' && media.microphone !== 'off' && (
          <Banner tone="warning">{t(`call.microphone.${media.microphone}`)}</Banner>
        )}
        {isBlocked && (
          <Button leftSection={<Volume2 aria-hidden size={18} />} onClick={unblock}>
            {t('call.enableSound')}
          </Button>
        )}
      </div>
      <ParticipantGrid peers={remotePeers} media={media} isSmall={isSmall} aloneText={aloneText()} />
      <CallToolbar
        media={media}
        isSmall={isSmall}
        onToggle={(source) => void call.media.toggle(source)}
        onShare={toggleSharing}
        onDevices={() => setAreDevicesShown(true)}
        controls={controls}
      />
      {areDevicesShown && <DevicesDialog media={call.media} onClose={() => setAreDevicesShown(false)} />}
    </div>
  );

  function aloneText(): string {
    // Who is still listed but has no connection is coming back.
    const isAnyoneListed = othersIn(room, self.id).length > 0;
    if (hasHadPeers) return t(isAnyoneListed ? 'connection.reconnecting' : 'call.othersLeft');
    const members = channels?.find(({ channelId }) => channelId === room.channel)?.channelMembers ?? [];
    const names = members.filter(({ userId }) => room.declined.includes(userId)).map(nameOf);
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
    if (names.length > 0) return t('call.declinedBy', { names: list });
    return isCalling ? t('call.calling', { name: controls.name }) : t('call.waiting');
  }
}

const nameOf = ({ userFullName }: ChannelMember): string => userFullName;
