import { fakeTrack } from './fake-rtc';

type Refusals = { audio?: string; video?: string };

/** A browser with one microphone and one camera, of which some are refused. */
export function fakeDevices(refusals: Refusals = {}) {
  const asked: MediaStreamConstraints[] = [];
  const stopped: MediaStreamTrack[] = [];
  const track = (kind: string) => {
    const made = fakeTrack(kind);
    made.stop = () => void stopped.push(made);
    return made;
  };
  const fake = Object.assign(new EventTarget(), {
    getUserMedia: async (wanted: MediaStreamConstraints) => {
      asked.push(wanted);
      for (const kind of ['audio', 'video'] as const) {
        const refusal = wanted[kind] && refusals[kind];
        if (refusal) throw new DOMException(kind, refusal);
      }
      const audio = wanted.audio ? [track('audio')] : [];
      const video = wanted.video ? [track('video')] : [];
      return {
        getAudioTracks: () => audio,
        getVideoTracks: () => video,
        getTracks: () => [...audio, ...video],
      };
    },
    getDisplayMedia: async () => ({ getVideoTracks: () => [track('video')] }),
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'mic1', label: 'Headset' },
      { kind: 'videoinput', deviceId: 'cam1', label: '' },
      { kind: 'videoinput', deviceId: '', label: '' },
    ],
  });
  return { asked, stopped, refusals, media: fake as unknown as MediaDevices };
}
