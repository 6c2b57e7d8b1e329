import { describe, expect, it } from 'vitest';
import { channel, TEAM_CHANNEL } from '../testing/fixtures';
import { canCall } from './call/rules';
import { canAttach, nextEnd, withBlackout, withBotName, withoutEnded } from './channels';
import { canPin, canReact, canReply } from './permissions';

const AT = '2026-11-20T22:00:00Z';
const LATER = '2026-11-23T08:00:00Z';
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
    expect(nextEnd(list)).toBe(end);
    expect(withoutEnded(list, end - 1)[0]?.blackout.active).toBe(true);
    const ended = withoutEnded(list, end);
    expect(ended[0]?.blackout.active).toBe(false);
    expect(nextEnd(ended)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('absence of the team', () => {
  const end = Date.parse(LATER);
  const team = channel({ ...TEAM_CHANNEL, channelId: 't', staffBackAt: LATER });

  it('ends at its time', () => {
    expect(nextEnd([channel(), team])).toBe(end);
    expect(withoutEnded([team], end - 1)).toEqual([team]);
    const ended = withoutEnded([team], end);
    expect(ended).toEqual([{ ...team, staffBackAt: null }]);
    expect(nextEnd(ended)).toBe(Number.POSITIVE_INFINITY);
  });

  it('outlasts an earlier blackout, and leaves other channels as they are', () => {
    const list = [channel({ blackout: QUIET }), team, channel({ channelId: 'd' })];
    expect(nextEnd(list)).toBe(Date.parse(AT));
    const ended = withoutEnded(list, Date.parse(AT));
    expect([ended[1], ended[2]]).toEqual([list[1], list[2]]);
    expect(ended[1]).toBe(team);
    expect(nextEnd(ended)).toBe(end);
  });
});

it('announcements accept reactions but no replies', () => {
  const news = channel({ kind: 'broadcast', isReadOnly: true });
  expect([canReact(news), canReply(news)]).toEqual([true, false]);
});

it('team accepts everything but calls', () => {
  const team = channel(TEAM_CHANNEL);
  expect([canReact, canReply, canPin, canAttach, canCall].map((can) => can(team))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

describe('names of bots', () => {
  const NAMES = {
    assistant: { channel: 'KI-Assistent', bot: 'KI-Assistent' },
    team: { channel: 'Programmteam', bot: 'Team' },
  };
  const namesOf = (changes: Parameters<typeof channel>[0]) => {
    const { channelName, channelMembers } = withBotName(channel(changes), NAMES);
    return [channelName, ...channelMembers.map(({ userFullName }) => userFullName)];
  };

  it('are in the language of the page', () => {
    expect(namesOf(TEAM_CHANNEL)).toEqual(['Programmteam', 'Maya Okafor', 'Team']);
    expect(namesOf({ kind: 'assistant' })).toEqual(['KI-Assistent', 'Maya Okafor', 'KI-Assistent']);
  });

  it('do not replace the names of people', () => {
    expect(namesOf({})).toEqual(['Tom Rivera', 'Maya Okafor', 'Tom Rivera']);
    expect(namesOf({ kind: 'group', channelName: 'Chess' })[0]).toBe('Chess');
  });
});
