import { describe, expect, it } from 'vitest';
import { cameraBitrate, isSpeaking, qualityOf, type Sample, sampleOf } from './quality';

const sample = (changes: Partial<Sample> = {}): Sample => ({
  received: 0,
  lost: 0,
  roundTrip: 0.05,
  loudness: 0,
  ...changes,
});

describe('the quality of a connection', () => {
  it.each([
    ['good', { received: 1_000, lost: 20 }, 0.05],
    ['weak', { received: 1_000, lost: 60 }, 0.05],
    ['poor', { received: 1_000, lost: 200 }, 0.05],
    ['weak', { received: 1_000, lost: 0 }, 0.4],
    ['poor', { received: 1_000, lost: 0 }, 1],
    ['good', { received: 0, lost: 0 }, null],
  ] as const)('is %s for %j and %s s', (quality, counts, roundTrip) => {
    expect(qualityOf(sample(), sample({ ...counts, roundTrip }))).toBe(quality);
  });

  it('forgets what is over', () => {
    expect(qualityOf(sample({ lost: 500 }), sample({ received: 100, lost: 500 }))).toBe('good');
  });

  it('tolerates counters that restart', () => {
    expect(qualityOf(sample({ received: 9_000, lost: 90 }), sample({ received: 5 }))).toBe('good');
  });
});

it('reads what the browser reports', () => {
  const report = new Map<string, unknown>([
    ['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: 10, packetsLost: -1, audioLevel: 0.2 }],
    ['b', { type: 'inbound-rtp', kind: 'video', packetsReceived: 90, packetsLost: 3 }],
    ['c', { type: 'candidate-pair', state: 'failed', currentRoundTripTime: 9 }],
    ['d', { type: 'candidate-pair', state: 'succeeded', nominated: true, currentRoundTripTime: 0.02 }],
    ['e', { type: 'outbound-rtp', packetsReceived: 7 }],
  ]);
  const read = sampleOf(report);
  expect(read).toEqual({ received: 100, lost: 3, roundTrip: 0.02, loudness: 0.2 });
  expect(isSpeaking(read)).toBe(true);
  expect(isSpeaking(sample({ loudness: 0.005 }))).toBe(false);
});

it('shares what one can send among the others', () => {
  expect(cameraBitrate(1)).toBeGreaterThan(cameraBitrate(2));
  expect(cameraBitrate(3) * 3).toBeLessThanOrEqual(cameraBitrate(2) * 2);
});
