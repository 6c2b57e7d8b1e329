/** For so long after it was sent an invitation to a video call leads to its room. */
const OPEN_FOR_MS = 3 * 60 * 60_000;
const LONGEST_ROOM = 200;

export interface Invite {
  room: string;
}

/** A message whose text is the JSON of a room is an invitation to a video call, and is never shown as it is. */
export function inviteOf(text: string): Invite | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  try {
    const { room } = JSON.parse(trimmed) as Record<string, unknown>;
    return typeof room === 'string' && room !== '' && room.length <= LONGEST_ROOM ? { room } : null;
  } catch {
    return null;
  }
}

/** Until when the room is open. */
export const inviteEndsAt = (createdOn: number): number => createdOn + OPEN_FOR_MS;
export const isInviteOpen = (createdOn: number, now: number): boolean => now < inviteEndsAt(createdOn);
