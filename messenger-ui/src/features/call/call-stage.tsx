import { useEffect, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { openChannel } from '../../shell/selection';
import { useStore } from '../../shell/use-store';
import { AlonePrompt } from './alone-prompt';
import { BuiltInView } from './built-in-view';
import styles from './call-stage.module.css';
import { ConsentScreen } from './consent-screen';
import { EndedScreen } from './ended-screen';
import { FailedScreen } from './failed-screen';
import { JitsiView } from './jitsi-view';
import { MinimizedCall } from './minimized-call';
import { OpeningScreen } from './opening-screen';
import type { CallStageControls } from './stage-controls';
import { useCallEnd } from './use-call-end';
import { useElementRect } from './use-element-rect';
import { WaitingScreen } from './waiting-screen';

/**
 * One call in one of three modes: over the video section, in a small window, or full screen. Always the same element,
 * because an embedded conference restarts when it moves in the document.
 */
export default function CallStage({ session }: { session: CallSession }) {
  const { t } = useTranslation('messenger');
  const { callManager } = useChat();
  const { channels } = useChannelList();
  const { phase, end, room, conference, isCalling } = useStore(session, (state) => state);
  const slot = useStore(sections, (state) => state.slot);
  const [isFullScreen, setIsFullScreen] = useState(false);
  const rect = useElementRect(slot);
  const stage = useRef<HTMLElement>(null);
  const name = channels?.find(({ channelId }) => channelId === room?.channel)?.channelName ?? '';

  const isInCall = phase === 'waiting' || phase === 'live';
  const mode = isFullScreen && isInCall ? 'full' : slot ? 'section' : 'small';

  const applyFullScreen = (wanted: boolean) => {
    setIsFullScreen(wanted);
    // Some phones have no full-screen API: CSS fills the viewport there.
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  useEffect(() => {
    const handleFullScreenChange = () => {
      if (!document.fullscreenElement) setIsFullScreen(false);
    };
    document.addEventListener('fullscreenchange', handleFullScreenChange);
    return () => document.removeEventListener('fullscreenchange', handleFullScreenChange);
  }, []);

  // Full screen ends with the call.
  useEffect(() => {
    if (isInCall || !isFullScreen) return;
    setIsFullScreen(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, [isInCall, isFullScreen]);

  const { title: endTitle, text: endText } = useCallEnd(session);
  const waitingText = isCalling ? t('call.calling', { name }) : t('call.waiting');
  const awaited = phase === 'waiting' || (phase === 'live' && isCalling) ? waitingText : null;
  useEffect(() => {
    if (awaited !== null) announce(awaited);
  }, [awaited]);
  useEffect(() => {
    if (phase === 'ended') announce(`${endTitle}. ${endText}`);
  }, [phase, endTitle, endText]);

  // A person who leaves the screen of an ended call has seen it. An end during other work stays visible.
  const wasEndSeen = useRef(false);
  const isEndShown = phase === 'ended' && mode === 'section';
  useEffect(() => {
    if (isEndShown) wasEndSeen.current = true;
    else if (phase !== 'ended') wasEndSeen.current = false;
    else if (wasEndSeen.current) callManager.close();
  }, [isEndShown, phase, callManager]);

  // The call takes the focus, except from a text field in use.
  useEffect(() => {
    const { activeElement } = document;
    const isBusy = activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false;
    if (mode !== 'small' && !isBusy) stage.current?.focus({ preventScroll: true });
  }, [mode]);

  // The focused button disappears with its screen; the focus stays in the call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every phase and every end shows another screen
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (mode !== 'small' && isLost) stage.current?.focus({ preventScroll: true });
  }, [phase, end, mode]);

  const showChat = () => {
    if (isFullScreen) applyFullScreen(false);
    sections.show('chat');
  };
  const close = () => {
    session.decline();
    showChat();
    callManager.close();
  };
  const callAgain = () => {
    sections.show('video');
    if (room) void callManager.open({ channelId: room.channel });
  };
  const rejoin = () => {
    sections.show('video');
    session.retry();
  };
  const write = () => {
    close();
    if (room) openChannel(room.channel);
  };
  const controls: CallStageControls = {
    name,
    mode,
    isFullScreen,
    onToggleFullScreen: () => applyFullScreen(!isFullScreen),
    onShowChat: showChat,
    onShowCall: () => sections.show('video'),
    onHangUp: () => {
      if (isFullScreen) applyFullScreen(false);
      session.hangUp();
      if (mode === 'small') callManager.close();
    },
  };

  return (
    <section
      ref={stage}
      className={styles.stage}
      data-mode={mode}
      data-dark={(isInCall && mode !== 'small') || undefined}
      style={mode === 'section' ? (rect ?? undefined) : undefined}
      aria-label={name === '' ? t('call.title') : t('call.label', { name })}
      tabIndex={-1}
    >
      {mode === 'small' && !isInCall ? (
        <MinimizedCall
          session={session}
          onOpen={controls.onShowCall}
          onAgain={session.isUnanswered ? callAgain : rejoin}
          onClose={close}
        />
      ) : (
        <>
          {phase === 'opening' && <OpeningScreen />}
          {phase === 'waiting' && conference?.kind !== 'jitsi' && <WaitingScreen text={waitingText} />}
          {phase === 'asking' && room && (
            <ConsentScreen session={session} room={room} name={name} onClose={close} />
          )}
          {phase === 'live' && conference?.kind === 'builtin' && room && (
            <BuiltInView call={conference} session={session} room={room} controls={controls} />
          )}
          {isInCall && conference?.kind === 'jitsi' && room && (
            <JitsiView call={conference} session={session} room={room} controls={controls} />
          )}
          {isInCall && <AlonePrompt session={session} onEnd={controls.onHangUp} />}
          {phase === 'ended' && (
            <EndedScreen session={session} onToChat={close} onCallAgain={callAgain} onWrite={write} />
          )}
          {phase === 'failed' && <FailedScreen session={session} onToChat={close} />}
        </>
      )}
    </section>
  );
}
