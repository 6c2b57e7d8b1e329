import { i18n, type Profile } from 'ui-kit';
import { BuiltInCall } from '../../model/call/built-in-call';
import { CallPreview } from '../../model/call/call-preview';
import type { CallRoom } from '../../model/call/call-room';
import { CallSession, type CallTarget, type Conference } from '../../model/call/call-session';
import type { CallSignaling } from '../../model/call/call-signaling';
import { loadJitsi } from '../../model/call/jitsi-api';
import { JitsiCall } from '../../model/call/jitsi-call';
import { LocalMedia } from '../../model/call/local-media';
import { browserStorage } from '../../model/storage';
import { newTempId } from '../../model/temp-id';
import { callApi } from './call-api';

/** Creates a call session that uses the browser's devices. */
export function createCallSession(
  target: CallTarget,
  signaling: CallSignaling,
  profile: Profile,
): CallSession {
  const preview = new CallPreview(
    (switches) => new LocalMedia(navigator.mediaDevices, browserStorage(), switches),
  );
  const session = new CallSession({
    target,
    selfId: profile.id,
    signaling,
    api: callApi,
    now: Date.now,
    preview,
    connect: (room, onLeft) => {
      const conference = room.provider === 'jitsi' ? createJitsiCall(room, onLeft) : createBuiltInCall(room);
      const stop = conference.subscribe(() => {
        if (!isConferenceJoined(conference)) return;
        stop();
        session.conferenceJoined();
      });
      return conference;
    },
  });
  return session;

  function createBuiltInCall(room: CallRoom): Conference {
    const call = new BuiltInCall({
      room,
      signaling,
      media: preview.take(),
      newId: newTempId,
      connect: (configuration) => new RTCPeerConnection(configuration),
      network: window,
    });
    void call.start();
    return call;
  }

  function createJitsiCall(room: CallRoom, onLeft: () => void): Conference {
    return new JitsiCall({
      room,
      selfId: profile.id,
      name: profile.displayName,
      language: i18n.language,
      canModerate: profile.role !== 'Mentee',
      switches: preview.handOver(),
      load: loadJitsi,
      event: (kind, participant) =>
        callApi.event(room.room, kind, participant, kind === 'joined' ? () => session.excluded() : undefined),
      onLeft,
    });
  }
}

const isConferenceJoined = (conference: Conference): boolean =>
  conference.kind === 'jitsi' ? conference.getSnapshot().phase === 'in' : conference.getSnapshot().isJoined;
