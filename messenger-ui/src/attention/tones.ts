/** One note of a melody: its pitch, and when it begins in seconds. */
interface Note {
  hertz: number;
  at: number;
}

let context: AudioContext | null = null;

/** Browsers stay silent until the person has touched the page once. */
export const canPlay = (): boolean =>
  typeof AudioContext === 'function' && navigator.userActivation?.hasBeenActive !== false;

/** Plays soft notes that are made here: nothing to download, nobody's recording. Answers with what cuts them off. */
export function play(notes: readonly Note[], loudness: number, seconds: number): () => void {
  context ??= new AudioContext();
  // A page that was in the background for long may have been put to sleep.
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
