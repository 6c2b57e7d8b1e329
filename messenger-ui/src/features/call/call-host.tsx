import { Suspense, useEffect, useRef } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { ChatProvider, useChat } from '../../shell/chat-context';
import { sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import '../../i18n';

const CallStage = lazyPart(() => import('./call-stage'), 'waits');
const IncomingCall = lazyPart(() => import('./incoming-call'), 'waits');

interface CallHostProps {
  /** Leads to a page that has a video section, where this one has none. */
  onShow?: (() => void) | undefined;
}

/** Holds the calls of a page, whatever else comes and goes on it: a call that is drawn anew would have to begin anew. */
export function CallHost(props: CallHostProps) {
  return (
    <ChatProvider>
      <Calls {...props} />
    </ChatProvider>
  );
}

function Calls({ onShow }: CallHostProps) {
  const { desk, channels } = useChat();
  const { session } = useStore(desk, (state) => state);
  const ringing = useStore(desk.ringing, (call) => call);
  const visits = useStore(sections, (state) => state.visits);
  const seen = useRef(visits);

  useEffect(() => {
    if (visits !== seen.current) onShow?.();
    seen.current = visits;
  }, [visits, onShow]);

  useEffect(() => {
    if (channels) desk.follow(channels);
  }, [desk, channels]);

  return (
    <Suspense fallback={null}>
      {ringing && <IncomingCall key={ringing.room} call={ringing} />}
      {session && <CallStage session={session} />}
    </Suspense>
  );
}
