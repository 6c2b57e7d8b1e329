import { describe, expect, it } from 'vitest';
import { channel } from '../testing/fixtures';
import { nextBlackoutEnd, withBlackout, withoutEndedBlackouts } from './channels';
import { canReact, canReply } from './permissions';

const AT = '2026-11-20T22:00:00Z';
const QUIET = { active: true, until: AT, refusesSending: true };

describe('blackout', () => {
  it('begins in the channels of its programme', () => {
    const others = [
      channel({ channelId: 'd', programId: 'q' }),
      channel({ channelId: 'e', programId: null }),
    ];
    const [here, ...elsewhere] = withBlackout([channel(), ...others], 'p', QUIET);
    expect(here?.blackout).toEqual(QUIET);
    expect(elsewhere).toEqual(others);
  });

  it('ends at its time', () => {
    const list = [channel({ blackout: QUIET }), channel({ channelId: 'd' })];
    const end = Date.parse(AT);
    expect(nextBlackoutEnd(list)).toBe(end);
    expect(withoutEndedBlackouts(list, end - 1)[0]?.blackout.active).toBe(true);
    const ended = withoutEndedBlackouts(list, end);
    expect(ended[0]?.blackout.active).toBe(false);
    expect(nextBlackoutEnd(ended)).toBe(Number.POSITIVE_INFINITY);
  });
});

it('announcements accept reactions but no replies', () => {
  const news = channel({ kind: 'broadcast', isReadOnly: true });
  expect([canReact(news), canReply(news)]).toEqual([true, false]);
});
