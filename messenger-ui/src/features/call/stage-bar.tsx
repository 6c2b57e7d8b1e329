import { Maximize, Minimize } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/room';
import type { CallSession } from '../../model/call/session';
import { RecordingChip } from './recording-chip';
import styles from './stage-bar.module.css';
import type { StageTools } from './stage-tools';
import { ToolButton } from './tool-button';

interface StageBarProps {
  session: CallSession;
  room: CallRoom;
  tools: StageTools;
}

/** Above the pictures: whose call it is, whether it is recorded, and the way to the whole screen. */
export function StageBar({ session, room, tools }: StageBarProps) {
  const { t } = useTranslation('messenger');
  return (
    <div className={styles.bar}>
      <h2 className={styles.name} dir="auto">
        {tools.name}
      </h2>
      <RecordingChip session={session} room={room} />
      <ToolButton
        icon={tools.isFull ? Minimize : Maximize}
        label={tools.isFull ? t('call.tools.fullOff') : t('call.tools.fullOn')}
        onClick={tools.onFill}
      />
    </div>
  );
}
