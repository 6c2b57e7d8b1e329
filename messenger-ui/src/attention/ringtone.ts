import { play } from './tones';

/** The ringtone: up a fifth, twice. */
const NOTES = [
  { hertz: 440, at: 0 },
  { hertz: 659.25, at: 0.18 },
  { hertz: 587.33, at: 0.5 },
  { hertz: 880, at: 0.68 },
];
const AGAIN_AFTER_MS = 2_800;

/** Rings until the returned function is called. */
export function ring(): () => void {
  let silence = play(NOTES, 0.1, 0.7);
  const again = setInterval(() => {
    silence = play(NOTES, 0.1, 0.7);
  }, AGAIN_AFTER_MS);
  return () => {
    clearInterval(again);
    silence();
  };
}
