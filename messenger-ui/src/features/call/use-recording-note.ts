import { useSyncExternalStore } from 'react';
import { type RecordingNote, recordingNote } from '../../model/call/recording';
import type { CallRoom } from '../../model/call/room';
import type { CallSession } from '../../model/call/session';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';

const neverChanges = () => () => {};

/** Whether a call is recorded at this moment, and why or why not. */
export function useRecordingNote(session: CallSession, room: CallRoom): RecordingNote {
  const { self } = useChat();
  const conference = useStore(session, (state) => state.conference);
  const run = useSyncExternalStore(conference?.subscribe ?? neverChanges, () =>
    conference?.kind === 'jitsi' ? conference.getSnapshot().recording : 'off',
  );
  return recordingNote(room, self.id, run);
}
