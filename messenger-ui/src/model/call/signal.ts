/** A signal between two tabs, relayed by the hub. */
export interface Signal {
  /** The connection that the signal belongs to; each new one has another name. Null requests a new one. */
  session: string | null;
  description?: RTCSessionDescriptionInit | null;
  candidate?: RTCIceCandidateInit;
}

type Inner = Record<string, unknown> & { session?: unknown };

/** Encodes a signal for the hub: one field that contains the name of the connection. */
export function toWire({ session, description, candidate }: Signal) {
  return candidate ? { candidate: { session, ...candidate } } : { description: { session, ...description } };
}

/** Decodes a signal of another tab; null for malformed data. */
export function fromWire(data: unknown): Signal | null {
  const { description, candidate } = (data ?? {}) as { description?: Inner; candidate?: Inner };
  const inner = description ?? candidate;
  if (typeof inner !== 'object' || inner === null) return null;
  const { session, ...rest } = inner;
  if (session !== null && typeof session !== 'string') return null;
  if (candidate) return { session, candidate: rest as RTCIceCandidateInit };
  const isWhole = typeof rest.type === 'string' && typeof rest.sdp === 'string';
  if (session !== null && !isWhole) return null;
  return { session, description: isWhole ? (rest as unknown as RTCSessionDescriptionInit) : null };
}
