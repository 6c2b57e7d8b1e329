/** One note of a melody: its pitch and its start in seconds. */
interface Note {
  hertz: number;
  at: number;
}

let context: AudioContext | null = null;

/** Browsers allow sound only after the first interaction with the page. */
export const canPlay = (): boolean =>
  typeof AudioContext === 'function' && navigator.userActivation?.hasBeenActive !== false;

/** Plays synthesised notes without a download. Returns a function that stops them. */
export function play(notes: readonly Note[], loudness: number, seconds: number): () => void {
  context ??= new AudioContext();
  // The browser may have suspended the context of a background page.
  if (context.state === 'suspended') void context.resume();
  const master = context.createGain();
  master.connect(context.destination);
  const start = context.currentTime + 0.02;
  for (const { hertz, at } of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(loudness, start + at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds);
    tone.connect(volume).connect(master);
    tone.start(start + at);
    tone.stop(start + at + seconds);
  }
  return () => master.disconnect();
}
