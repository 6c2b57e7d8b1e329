import { Button } from '@mantine/core';
import { Video, VideoOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'ui-kit';
import { useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import { OpeningScreen } from './opening-screen';
import { Panel } from './panel';
import styles from './video-section.module.css';

/** The part of the messenger where calls are. The call itself is drawn over it by the stage. */
export default function VideoSection() {
  const { desk } = useChat();
  const { session, isOpening } = useStore(desk, (state) => state);
  const room = useStore(sections, (state) => state.room);
  useEffect(() => {
    const wanted = room === null ? null : sections.takeRoom();
    if (wanted !== null) void desk.open({ room: wanted });
  }, [desk, room]);
  return (
    <div ref={sections.setSlot} className={styles.section}>
      {!session && (isOpening || room !== null ? <OpeningScreen /> : <NoCall />)}
    </div>
  );
}

/** No call of one's own: those that one could join, if there are any. */
function NoCall() {
  const { t } = useTranslation('messenger');
  const { desk, channels, error } = useChat();
  if (!channels && !error) return <OpeningScreen label={t('channels.loading')} />;
  const running = channels?.filter((channel) => channel.callInProgress !== null) ?? [];
  const toChat = (
    <Button
      variant={running.length > 0 ? 'subtle' : 'filled'}
      size="md"
      onClick={() => sections.show('chat')}
    >
      {t('call.toChat')}
    </Button>
  );
  if (running.length === 0) {
    return (
      <Panel icon={VideoOff} title={t('call.none.title')} actions={toChat}>
        <p>{t('call.none.hint')}</p>
      </Panel>
    );
  }
  return (
    <Panel icon={Video} title={t('call.running.title')} actions={toChat}>
      <ul className={styles.list}>
        {running.map(({ channelId, channelName }) => (
          <li key={channelId} className={styles.line}>
            <span className={styles.name} dir="auto">
              {channelName}
            </span>
            <Button onClick={() => void desk.open({ channelId })}>{t('call.join')}</Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
