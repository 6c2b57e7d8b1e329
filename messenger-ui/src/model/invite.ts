/** How long an invitation leads to its call. */
const OPEN_FOR_MS = 3 * 60 * 60_000;
const LONGEST_ROOM = 200;

/** What became of a call; the server adds it to the invitation at the end. */
export type InviteOutcome = 'ended' | 'missed' | 'declined';

export interface Invite {
  room: string;
  /** The id of the call that rang; a room can have several calls. */
  call: string | undefined;
  outcome: InviteOutcome | undefined;
  /** How long people talked. */
  seconds: number | undefined;
}

const OUTCOMES: readonly unknown[] = ['ended', 'missed', 'declined'] satisfies InviteOutcome[];

/** Parses an invitation to a video call: a message whose text is the JSON of a room. It is never shown as text. */
export function inviteOf(text: string): Invite | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  try {
    const { room, call, outcome, seconds } = JSON.parse(trimmed) as Record<string, unknown>;
    if (typeof room !== 'string' || room === '' || room.length > LONGEST_ROOM) return null;
    return {
      room,
      call: typeof call === 'string' ? call : undefined,
      outcome: OUTCOMES.includes(outcome) ? (outcome as InviteOutcome) : undefined,
      seconds: typeof seconds === 'number' && Number.isSafeInteger(seconds) ? seconds : undefined,
    };
  } catch {
    return null;
  }
}

/** When the invitation stops leading into the room. */
export const inviteEndsAt = (createdOn: number): number => createdOn + OPEN_FOR_MS;
export const isInviteOpen = (createdOn: number, now: number): boolean => now < inviteEndsAt(createdOn);
