import * as v from 'valibot';
import { ServerFrame } from './frames.gen';

/** Decodes a frame from the server; null for anything that this client does not know or cannot use. */
export function decodeServerFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  let raw: unknown;
  try {
    raw = JSON.parse(data);
  } catch {
    return null;
  }
  const parsed = v.safeParse(ServerFrame, raw, { abortEarly: true });
  return parsed.success ? parsed.output : null;
}
