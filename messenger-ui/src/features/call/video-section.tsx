import { Button } from '@mantine/core';
import { Video, VideoOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import { canCall } from '../../model/call/rules';
import type { Channel } from '../../model/channels';
import { useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import { CallScreen } from './call-screen';
import { OpeningScreen } from './opening-screen';
import styles from './video-section.module.css';

interface VideoSectionProps {
  /** The open channel: its call can be started here, too. */
  channelId: string | null;
}

/** The video section of the messenger. `CallStage` draws the call over it. */
export default function VideoSection({ channelId }: VideoSectionProps) {
  const { callManager } = useChat();
  const { session, isOpening } = useStore(callManager, (state) => state);
  const room = useStore(sections, (state) => state.room);
  useEffect(() => {
    const wanted = room === null ? null : sections.consumeRoom();
    if (wanted !== null) void callManager.open({ room: wanted });
  }, [callManager, room]);
  return (
    <div ref={sections.setSlot} className={styles.section}>
      {!session && (isOpening || room !== null ? <OpeningScreen /> : <CallOverview channelId={channelId} />)}
    </div>
  );
}

/** Shown without an own call: the running calls that the person can join, and that of the open channel. */
function CallOverview({ channelId: openId }: VideoSectionProps) {
  const { t } = useTranslation('messenger');
  const { channels, error } = useChannelList();
  if (!channels && !error) return <OpeningScreen label={t('channelList.loading')} />;
  const running = channels?.filter((channel) => channel.callInProgress !== null) ?? [];
  const isOpen = ({ channelId, callInProgress }: Channel) => channelId === openId && callInProgress === null;
  const here = channels?.find((channel) => isOpen(channel) && canCall(channel) && !channel.blackout.active);
  const toChat = (
    <Button
      variant={running.length > 0 || here ? 'subtle' : 'filled'}
      size="md"
      onClick={() => sections.show('chat')}
    >
      {t('call.showChat')}
    </Button>
  );
  if (running.length === 0) {
    return (
      <CallScreen icon={VideoOff} title={t('call.none.title')} actions={toChat}>
        {here ? (
          <ul className={styles.list}>
            <Entry channel={here} label={t('call.start')} />
          </ul>
        ) : (
          <p>{t('call.none.hint')}</p>
        )}
      </CallScreen>
    );
  }
  return (
    <CallScreen icon={Video} title={t('call.running.title')} actions={toChat}>
      <ul className={styles.list}>
        {running.map((channel) => (
          <Entry key={channel.channelId} channel={channel} label={t('call.join')} />
        ))}
        {here && <Entry channel={here} label={t('call.start')} />}
      </ul>
    </CallScreen>
  );
}

function Entry({ channel, label }: { channel: Channel; label: string }) {
  const { callManager } = useChat();
  const { channelId, channelName } = channel;
  return (
    <li className={styles.entry}>
      <span className={styles.name} dir="auto">
        {channelName}
      </span>
      <Button onClick={() => void callManager.open({ channelId })}>{label}</Button>
    </li>
  );
}
