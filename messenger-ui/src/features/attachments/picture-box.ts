/** The longest sides a picture has in a conversation. */
const WIDEST = 320;
const HIGHEST = 300;
/** Of a picture so narrow that nobody could hit it. */
const NARROWEST = 96;
/** Where the size is not known, the same for all. */
const UNKNOWN = { width: 240, height: 180 };

/** The room a picture takes, known before it is there: no row grows late. */
export function pictureBox(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return UNKNOWN;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return {
    width: Math.round(Math.max(NARROWEST, width * scale)),
    height: Math.round(Math.max(NARROWEST / 2, height * scale)),
  };
}
