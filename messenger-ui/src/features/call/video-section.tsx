import { Button } from '@mantine/core';
import { Video, VideoOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import { useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import { CallScreen } from './call-screen';
import { OpeningScreen } from './opening-screen';
import styles from './video-section.module.css';

/** The video section of the messenger. `CallStage` draws the call over it. */
export default function VideoSection() {
  const { callManager } = useChat();
  const { session, isOpening } = useStore(callManager, (state) => state);
  const room = useStore(sections, (state) => state.room);
  useEffect(() => {
    const wanted = room === null ? null : sections.consumeRoom();
    if (wanted !== null) void callManager.open({ room: wanted });
  }, [callManager, room]);
  return (
    <div ref={sections.setSlot} className={styles.section}>
      {!session && (isOpening || room !== null ? <OpeningScreen /> : <CallOverview />)}
    </div>
  );
}

/** Shown without an own call: the running calls that the person can join. */
function CallOverview() {
  const { t } = useTranslation('messenger');
  const { callManager } = useChat();
  const { channels, error } = useChannelList();
  if (!channels && !error) return <OpeningScreen label={t('channelList.loading')} />;
  const running = channels?.filter((channel) => channel.callInProgress !== null) ?? [];
  const toChat = (
    <Button
      variant={running.length > 0 ? 'subtle' : 'filled'}
      size="md"
      onClick={() => sections.show('chat')}
    >
      {t('call.showChat')}
    </Button>
  );
  if (running.length === 0) {
    return (
      <CallScreen icon={VideoOff} title={t('call.none.title')} actions={toChat}>
        <p>{t('call.none.hint')}</p>
      </CallScreen>
    );
  }
  return (
    <CallScreen icon={Video} title={t('call.running.title')} actions={toChat}>
      <ul className={styles.list}>
        {running.map(({ channelId, channelName }) => (
          <li key={channelId} className={styles.entry}>
            <span className={styles.name} dir="auto">
              {channelName}
            </span>
            <Button onClick={() => void callManager.open({ channelId })}>{t('call.join')}</Button>
          </li>
        ))}
      </ul>
    </CallScreen>
  );
}
