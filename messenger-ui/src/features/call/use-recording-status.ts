import { useSyncExternalStore } from 'react';
import type { CallRoom } from '../../model/call/call-room';
import type { CallSession } from '../../model/call/call-session';
import { type RecordingNote, recordingNote } from '../../model/call/recording';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

const subscribeToNothing = () => () => {};

/** Returns the recording state of a call with its reason. */
export function useRecordingStatus(session: CallSession, room: CallRoom): RecordingNote {
  const { self } = useChat();
  const conference = useStore(session, (state) => state.conference);
  const jitsiRecording = useSyncExternalStore(conference?.subscribe ?? subscribeToNothing, () =>
    conference?.kind === 'jitsi' ? conference.getSnapshot().recording : 'off',
  );
  return recordingNote(room, self.id, jitsiRecording);
}
