import { Button } from '@mantine/core';
import { Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce, Banner, toast, useTranslation } from 'ui-kit';
import type { BuiltInCall } from '../../model/call/built-in-call';
import type { CallRoom } from '../../model/call/room';
import type { CallSession } from '../../model/call/session';
import type { ChannelMember } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './built-in-view.module.css';
import { DevicesDialog } from './devices-dialog';
import { StageBar } from './stage-bar';
import type { StageTools } from './stage-tools';
import { Tiles } from './tiles';
import { Toolbar } from './toolbar';
import { useArrivals } from './use-arrivals';
import { useCallKeys } from './use-call-keys';
import { useVoices } from './use-voices';

interface BuiltInViewProps {
  call: BuiltInCall;
  session: CallSession;
  room: CallRoom;
  tools: StageTools;
}

/** A call from browser to browser. */
export function BuiltInView({ call, session, room, tools }: BuiltInViewProps) {
  const { t, i18n } = useTranslation('messenger');
  const { self, channels } = useChat();
  const { others, hasMet, isCutOff } = useStore(call, (state) => state);
  const media = useStore(call.media, (state) => state);
  const [areDevicesShown, setAreDevicesShown] = useState(false);
  const { isBlocked, unblock } = useVoices(others, media.chosen.speaker);
  useArrivals(others);
  const isSmall = tools.mode === 'small';

  const share = () => {
    if (media.isSharing) return call.media.stopSharing();
    call.media.share().catch((error: unknown) => {
      // Who closes the browser's question has changed their mind; that is no failure.
      if (!(error instanceof Error && error.name === 'NotAllowedError')) {
        void toast(t('call.tools.shareFailed'), 'danger');
      }
    });
  };
  useCallKeys((source) => void call.media.toggle(source));

  useEffect(() => {
    if (isCutOff) announce(t('call.cutOff'));
  }, [isCutOff, t]);

  return (
    <div className={styles.view}>
      {!isSmall && <StageBar session={session} room={room} tools={tools} />}
      <div className={styles.notes}>
        {isCutOff && !isSmall && <Banner tone="warning">{t('call.cutOff')}</Banner>}
        {!isSmall && media.microphone !== 'on' && media.microphone !== 'off' && (
          <Banner tone="warning">{t(`call.microphone.${media.microphone}`)}</Banner>
        )}
        {isBlocked && (
          <Button leftSection={<Volume2 aria-hidden size={18} />} onClick={unblock}>
            {t('call.unblock')}
          </Button>
        )}
      </div>
      <Tiles
        others={others}
        own={{
          userId: self.id,
          name: self.name,
          camera: media.tracks.camera,
          screen: media.tracks.screen,
          hasMicrophone: media.microphone === 'on',
        }}
        isSmall={isSmall}
        alone={alone()}
      />
      <Toolbar
        media={media}
        isSmall={isSmall}
        onToggle={(source) => void call.media.toggle(source)}
        onShare={share}
        onDevices={() => setAreDevicesShown(true)}
        tools={tools}
      />
      {areDevicesShown && <DevicesDialog media={call.media} onClose={() => setAreDevicesShown(false)} />}
    </div>
  );

  function alone(): string {
    if (hasMet) return t('call.alone');
    const members = channels?.find(({ channelId }) => channelId === room.channel)?.channelMembers ?? [];
    const names = members.filter(({ userId }) => room.declined.includes(userId)).map(nameOf);
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
    return names.length > 0 ? t('call.declined', { names: list }) : t('call.waiting');
  }
}

const nameOf = ({ userFullName }: ChannelMember): string => userFullName;
