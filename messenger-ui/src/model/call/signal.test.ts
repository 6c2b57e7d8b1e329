import { describe, expect, it } from 'vitest';
import { fromWire, type Signal, toWire } from './signal';

describe('a signal', () => {
  it.each<Signal>([
    { session: null, description: null },
    { session: 's', description: { type: 'offer', sdp: 'v=0' } },
    { session: 's', candidate: { candidate: 'here', sdpMid: '0' } },
  ])('goes through the hub as one field, and comes out as it was: %j', (signal) => {
    const wire = toWire(signal);
    expect(Object.keys(wire)).toHaveLength(1);
    expect(fromWire(JSON.parse(JSON.stringify(wire)))).toEqual(signal);
  });

  it.each([
    null,
    {},
    { description: null },
    { description: 'v=0' },
    { description: {} },
    { description: { session: 7, type: 'offer', sdp: '' } },
    { description: { session: 's', type: 'offer' } },
    { candidate: { candidate: 'here' } },
  ])('refuses malformed data: %j', (data) => {
    expect(fromWire(data)).toBeNull();
  });
});
