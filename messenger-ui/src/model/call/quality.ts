/** The perceived quality; `poor` means that words get lost. */
export type Quality = 'good' | 'weak' | 'poor';

/** One sample of connection statistics. Counters grow from its beginning. */
export interface Sample {
  received: number;
  lost: number;
  /** Round-trip time in seconds; null if not measured. */
  roundTrip: number | null;
  /** 0 to 1. */
  loudness: number;
}

const SPEAKING = 0.02;

/** Extracts a sample from the browser's report. */
export function sampleOf(report: Iterable<[string, unknown]>): Sample {
  const sample: Sample = { received: 0, lost: 0, roundTrip: null, loudness: 0 };
  for (const [, value] of report) {
    const entry = value as Record<string, unknown>;
    const count = (name: string) => (typeof entry[name] === 'number' ? (entry[name] as number) : 0);
    if (entry.type === 'inbound-rtp') {
      sample.received += count('packetsReceived');
      // Browsers count duplicates as negative loss.
      sample.lost += Math.max(0, count('packetsLost'));
      if (entry.kind === 'audio') sample.loudness = count('audioLevel');
    } else if (entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded') {
      sample.roundTrip = count('currentRoundTripTime');
    }
  }
  return sample;
}

export const isSpeaking = ({ loudness }: Sample): boolean => loudness > SPEAKING;

/** Rates the interval between two samples: earlier problems do not count. */
export function qualityOf(before: Sample, after: Sample): Quality {
  const received = Math.max(0, after.received - before.received);
  const lost = Math.max(0, after.lost - before.lost);
  const loss = received + lost === 0 ? 0 : lost / (received + lost);
  const roundTrip = after.roundTrip ?? 0;
  if (loss > 0.1 || roundTrip > 0.8) return 'poor';
  if (loss > 0.03 || roundTrip > 0.35) return 'weak';
  return 'good';
}

/** Bits per second of the camera per peer: each tab sends to every other one. */
export const cameraBitrate = (others: number): number => (others <= 1 ? 1_500_000 : 900_000 / others);
