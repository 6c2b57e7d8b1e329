import { Maximize, Minimize } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import { CallButton } from './call-button';
import { CallTimer } from './call-timer';
import { RecordingChip } from './recording-chip';
import type { CallStageControls } from './stage-controls';
import styles from './stage-header.module.css';

interface StageHeaderProps {
  session: CallSession;
  room: CallRoom;
  controls: CallStageControls;
}

/** Header of a call: channel name, duration, recording state and full-screen button. */
export function StageHeader({ session, room, controls }: StageHeaderProps) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.bar}>
      <h2 className={styles.name} dir="auto">
        {controls.name}
      </h2>
      <CallTimer session={session} />
      <RecordingChip session={session} room={room} />
      <CallButton
        icon={controls.isFullScreen ? Minimize : Maximize}
        label={controls.isFullScreen ? t('call.controls.fullScreenOff') : t('call.controls.fullScreenOn')}
        onClick={controls.onToggleFullScreen}
      />
    </div>
  );
}
