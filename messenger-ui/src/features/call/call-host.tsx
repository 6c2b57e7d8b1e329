import { Suspense, useEffect, useRef } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { ChatProvider, useChannelList, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import '../../i18n';

const CallStage = lazyPart(() => import('./call-stage'), 'retry');
const IncomingCall = lazyPart(() => import('./incoming-call'), 'retry');

interface CallHostProps {
  /** Navigates to a page with a video section, if this page has none. */
  onShow?: (() => void) | undefined;
}

/** Mounts the call of a page once and independently of routes: remounting it would restart the call. */
export function CallHost(props: CallHostProps) {
  return (
    <ChatProvider>
      <CallRoot {...props} />
    </ChatProvider>
  );
}

function CallRoot({ onShow }: CallHostProps) {
  const { callManager } = useChat();
  const { channels } = useChannelList();
  const { session } = useStore(callManager, (state) => state);
  const ringing = useStore(callManager.ringing, (call) => call);
  const visits = useStore(sections, (state) => state.visits);
  const handledVisits = useRef(visits);

  useEffect(() => {
    if (visits !== handledVisits.current) onShow?.();
    handledVisits.current = visits;
  }, [visits, onShow]);

  useEffect(() => {
    if (channels) callManager.setChannels(channels);
  }, [callManager, channels]);

  return (
    <Suspense fallback={null}>
      {ringing && <IncomingCall key={ringing.callId} call={ringing} />}
      {session && <CallStage session={session} />}
    </Suspense>
  );
}
