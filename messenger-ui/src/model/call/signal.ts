/** What two browsers tell each other through the hub to find each other. */
export interface Signal {
  /** Which connection this is about: each new one between the same two has another name. Null asks for a new one. */
  session: string | null;
  description?: RTCSessionDescriptionInit | null;
  candidate?: RTCIceCandidateInit;
}

type Inner = Record<string, unknown> & { session?: unknown };

/** As the hub carries it: one field, the name of the connection inside of it. */
export function toWire({ session, description, candidate }: Signal) {
  return candidate ? { candidate: { session, ...candidate } } : { description: { session, ...description } };
}

/** What came from another browser; null for what no browser of ours says. */
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
