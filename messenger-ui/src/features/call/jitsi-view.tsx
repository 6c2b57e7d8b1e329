import { Button } from '@mantine/core';
import { Maximize2, PhoneOff, VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import type { JitsiCall } from '../../model/call/jitsi-call';
import type { CallRoom } from '../../model/call/room';
import type { CallSession } from '../../model/call/session';
import { useStore } from '../../shell/use-store';
import styles from './jitsi-view.module.css';
import { Panel } from './panel';
import { StageBar } from './stage-bar';
import type { StageTools } from './stage-tools';
import { ToolButton } from './tool-button';
import { WaitingScreen } from './waiting-screen';

interface JitsiViewProps {
  call: JitsiCall;
  session: CallSession;
  room: CallRoom;
  tools: StageTools;
}

/** A call in Jitsi's frame, which has buttons of its own; around it is what it does not know. */
export function JitsiView({ call, session, room, tools }: JitsiViewProps) {
  const { t } = useTranslation('messenger');
  const phase = useStore(call, (state) => state.phase);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) void call.show(place.current);
  }, [call]);
  const isSmall = tools.mode === 'small';
  return (
    <div className={styles.view} data-small={isSmall || undefined}>
      {!isSmall && <StageBar session={session} room={room} tools={tools} />}
      <div ref={place} className={styles.frame} data-hidden={phase !== 'in' || undefined} />
      {phase === 'loading' && (
        <div className={styles.above}>
          <WaitingScreen />
        </div>
      )}
      {phase === 'failed' && (
        <div className={styles.above} role="alert">
          <Panel
            icon={VideoOff}
            title={t('call.failed.jitsi')}
            actions={
              <>
                <Button onClick={() => session.retry()}>{t('retry')}</Button>
                <Button variant="light" onClick={tools.onHangUp}>
                  {t('call.leave')}
                </Button>
              </>
            }
          >
            <p>{t('call.failed.jitsiHint')}</p>
          </Panel>
        </div>
      )}
      {isSmall && phase !== 'failed' && (
        <div className={styles.buttons}>
          <ToolButton icon={Maximize2} label={t('call.enlarge')} onClick={tools.onToCall} />
          <ToolButton icon={PhoneOff} label={t('call.tools.hangUp')} isDanger onClick={tools.onHangUp} />
        </div>
      )}
    </div>
  );
}
