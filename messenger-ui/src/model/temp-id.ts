let lastTime = 0;
let sequence = 0;

/** Returns a UUIDv7: later ids of this tab sort later, also within one millisecond (12-bit counter). */
export function newTempId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastTime += 1;
    sequence = 0;
  }
  const random = crypto.getRandomValues(new Uint8Array(8));
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = lastTime.toString(16).padStart(12, '0');
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
