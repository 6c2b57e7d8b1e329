import { i18n, type Profile } from 'ui-kit';
import { BuiltInCall } from '../../model/call/built-in-call';
import { loadJitsi } from '../../model/call/jitsi-api';
import { JitsiCall } from '../../model/call/jitsi-call';
import type { CallLine } from '../../model/call/line';
import { LocalMedia } from '../../model/call/local-media';
import type { CallRoom } from '../../model/call/room';
import { CallSession, type CallTarget, type Conference } from '../../model/call/session';
import { browserStorage } from '../../model/storage';
import { newTempId } from '../../model/temp-id';
import { callApi } from './call-api';

/** A call on the browser's own devices. */
export function begin(target: CallTarget, line: CallLine, profile: Profile): CallSession {
  const session = new CallSession({
    target,
    line,
    api: callApi,
    now: Date.now,
    connect: (room, onLeft) => {
      const conference = room.provider === 'jitsi' ? jitsi(room, onLeft) : builtIn(room);
      const stop = conference.subscribe(() => {
        if (!hasArrived(conference)) return;
        stop();
        session.arrived();
      });
      return conference;
    },
  });
  return session;

  function builtIn(room: CallRoom): Conference {
    const call = new BuiltInCall({
      room,
      line,
      media: new LocalMedia(navigator.mediaDevices, browserStorage()),
      newId: newTempId,
      connect: (configuration) => new RTCPeerConnection(configuration),
      network: window,
    });
    void call.start();
    return call;
  }

  function jitsi(room: CallRoom, onLeft: () => void): Conference {
    return new JitsiCall({
      room,
      selfId: profile.id,
      name: profile.displayName,
      language: i18n.language,
      load: loadJitsi,
      event: (kind, participant) =>
        callApi.event(room.room, kind, participant, kind === 'joined' ? () => session.barred() : undefined),
      onLeft,
    });
  }
}

const hasArrived = (conference: Conference): boolean =>
  conference.kind === 'jitsi' ? conference.getSnapshot().phase === 'in' : conference.getSnapshot().isIn;
