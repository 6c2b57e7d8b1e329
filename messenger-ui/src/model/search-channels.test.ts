import { expect, it } from 'vitest';
import { channel, member } from '../testing/fixtures';
import { searchChannels } from './search-channels';

const MAYA = member({ userId: 'maya', userFullName: 'Maya Okafor' });
const ZOE = member({ userId: 'zoe', userFullName: 'Zoë Müller' });
const circle = channel({
  channelId: 'circle',
  channelName: 'Tuesday circle',
  kind: 'group',
  channelMembers: [MAYA, ZOE],
});
const pair = channel({ channelId: 'pair', channelName: 'Tom Rivera' });
const found = (query: string, channels = [circle, pair]) =>
  searchChannels(channels, query, 'maya').map(({ channelId }) => channelId);

it('finds channels by name and member without accents', () => {
  expect(found('RIV')).toEqual(['pair']);
  expect(found('zoe mull')).toEqual(['circle']);
  expect(found('day circle')).toEqual(['circle']);
  expect(found('zoe rivera')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

it("ignores the searching person's own name", () => {
  expect(found('maya')).toEqual([]);
});

it("hides a pair manager's inactive channels", () => {
  const manager = { ...MAYA, isPairManager: true };
  const left = { ...pair, channelMembers: [manager, member({ isActive: false })] };
  expect(found('tom', [left])).toEqual([]);
  expect(found('tom', [{ ...left, channelMembers: [MAYA, member({ isActive: false })] }])).toEqual(['pair']);
  expect(found('tom', [{ ...left, channelMembers: [manager, member()] }])).toEqual(['pair']);
});
