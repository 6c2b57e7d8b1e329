import { Button } from '@mantine/core';
import { Maximize2, PhoneOff, VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import type { JitsiCall } from '../../model/call/jitsi-call';
import { useStore } from '../../shell/use-store';
import { CallButton } from './call-button';
import { CallScreen } from './call-screen';
import styles from './jitsi-view.module.css';
import type { CallStageControls } from './stage-controls';
import { StageHeader } from './stage-header';
import { WaitingScreen } from './waiting-screen';

interface JitsiViewProps {
  call: JitsiCall;
  session: CallSession;
  room: CallRoom;
  controls: CallStageControls;
}

/** View of a Jitsi call: the embedded frame with its own controls, and around it what the frame lacks. */
export function JitsiView({ call, session, room, controls }: JitsiViewProps) {
  const { t } = useTranslation('messenger');
  const phase = useStore(call, (state) => state.phase);
  const isCalling = useStore(session, (state) => state.isCalling);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current) void call.show(container.current);
  }, [call]);
  const isSmall = controls.mode === 'small';
  return (
    <div className={styles.view} data-small={isSmall || undefined}>
      {!isSmall && <StageHeader session={session} room={room} controls={controls} />}
      {!isSmall && isCalling && phase === 'in' && (
        <p className={styles.calling} role="status">
          {t('call.calling', { name: controls.name })}
        </p>
      )}
      <div ref={container} className={styles.frame} data-hidden={phase !== 'in' || undefined} />
      {phase === 'loading' && (
        <div className={styles.overlay}>
          <WaitingScreen text={isCalling ? t('call.calling', { name: controls.name }) : t('call.waiting')} />
        </div>
      )}
      {phase === 'failed' && (
        <div className={styles.overlay} role="alert">
          <CallScreen
            icon={VideoOff}
            title={t('call.failed.jitsi')}
            actions={
              <>
                <Button onClick={() => session.retry()}>{t('retry')}</Button>
                <Button variant="light" onClick={controls.onHangUp}>
                  {t('call.leave')}
                </Button>
              </>
            }
          >
            <p>{t('call.failed.jitsiHint')}</p>
          </CallScreen>
        </div>
      )}
      {isSmall && phase !== 'failed' && (
        <div className={styles.buttons}>
          <CallButton icon={Maximize2} label={t('call.returnToCall')} onClick={controls.onShowCall} />
          <CallButton
            icon={PhoneOff}
            label={t('call.controls.hangUp')}
            isDanger
            onClick={controls.onHangUp}
          />
        </div>
      )}
    </div>
  );
}
