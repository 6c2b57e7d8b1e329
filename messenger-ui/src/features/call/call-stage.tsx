import { useEffect, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/session';
import { useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import { BuiltInView } from './built-in-view';
import styles from './call-stage.module.css';
import { ConsentScreen } from './consent-screen';
import { EndedScreen, useEndText } from './ended-screen';
import { FailedScreen } from './failed-screen';
import { JitsiView } from './jitsi-view';
import { OpeningScreen } from './opening-screen';
import { SmallNote } from './small-note';
import type { StageTools } from './stage-tools';
import { usePlace } from './use-place';
import { WaitingScreen } from './waiting-screen';

/**
 * One call, wherever it is drawn: over the video section, in a small window beside everything else, or over the whole
 * screen. It stays the same element, because an embedded conference that moves in the page begins anew.
 */
export default function CallStage({ session }: { session: CallSession }) {
  const { t } = useTranslation('messenger');
  const { desk, channels } = useChat();
  const { phase, end, room, conference } = useStore(session, (state) => state);
  const slot = useStore(sections, (state) => state.slot);
  const [isFull, setIsFull] = useState(false);
  const place = usePlace(slot);
  const stage = useRef<HTMLElement>(null);
  const name = channels?.find(({ channelId }) => channelId === room?.channel)?.channelName ?? '';

  const isInCall = phase === 'waiting' || phase === 'live';
  const mode = isFull && isInCall ? 'full' : slot ? 'section' : 'small';

  const fill = (wanted: boolean) => {
    setIsFull(wanted);
    // The page does what the browser cannot: some phones have no full screen for pages.
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  useEffect(() => {
    const left = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    document.addEventListener('fullscreenchange', left);
    return () => document.removeEventListener('fullscreenchange', left);
  }, []);

  // However it ended: nobody looks for the way out of a screen that shows no call.
  useEffect(() => {
    if (isInCall || !isFull) return;
    setIsFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }, [isInCall, isFull]);

  useEffect(() => {
    if (phase === 'waiting') announce(t('call.waiting'));
    if (phase === 'ended') announce(t('call.ended.title'));
  }, [phase, t]);

  // The way back into it may close while somebody looks at it.
  const endText = useEndText(end);
  const lastEnd = useRef(end);
  useEffect(() => {
    if (end !== null && lastEnd.current !== null && end !== lastEnd.current) announce(endText);
    lastEnd.current = end;
  }, [end, endText]);

  // Whoever goes to the call goes on there; whoever writes meanwhile is left alone.
  useEffect(() => {
    const { activeElement } = document;
    const isBusy = activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false;
    if (mode !== 'small' && !isBusy) stage.current?.focus({ preventScroll: true });
  }, [mode]);

  // The button that led on went with its screen, or with its meaning; the focus stays in the call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase is another screen, and each end
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (mode !== 'small' && isLost) stage.current?.focus({ preventScroll: true });
  }, [phase, end, mode]);

  const toChat = () => {
    if (isFull) fill(false);
    sections.show('chat');
  };
  const close = () => {
    toChat();
    desk.close();
  };
  const tools: StageTools = {
    name,
    mode,
    isFull,
    onFill: () => fill(!isFull),
    onToChat: toChat,
    onToCall: () => sections.show('video'),
    onHangUp: () => {
      if (isFull) fill(false);
      session.hangUp();
      if (mode === 'small') desk.close();
    },
  };

  return (
    <section
      ref={stage}
      className={styles.stage}
      data-mode={mode}
      data-dark={(isInCall && mode !== 'small') || undefined}
      style={mode === 'section' ? (place ?? undefined) : undefined}
      aria-label={name === '' ? t('call.title') : t('call.label', { name })}
      tabIndex={-1}
    >
      {mode === 'small' && !isInCall ? (
        <SmallNote phase={phase} onOpen={tools.onToCall} onClose={close} />
      ) : (
        <>
          {phase === 'opening' && <OpeningScreen />}
          {phase === 'waiting' && conference?.kind !== 'jitsi' && <WaitingScreen />}
          {phase === 'asking' && room && (
            <ConsentScreen session={session} room={room} name={name} onClose={close} />
          )}
          {phase === 'live' && conference?.kind === 'builtin' && room && (
            <BuiltInView call={conference} session={session} room={room} tools={tools} />
          )}
          {isInCall && conference?.kind === 'jitsi' && room && (
            <JitsiView call={conference} session={session} room={room} tools={tools} />
          )}
          {phase === 'ended' && <EndedScreen session={session} onToChat={close} />}
          {phase === 'failed' && <FailedScreen session={session} onToChat={close} />}
        </>
      )}
    </section>
  );
}
