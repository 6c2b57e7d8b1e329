import { play } from './tones';

/** Two soft notes a fourth apart. */
const NOTES = [
  { hertz: 587.33, at: 0 },
  { hertz: 783.99, at: 0.11 },
];

export function chime(): void {
  play(NOTES, 0.07, 0.45);
}
