import type { Channel, ChannelMember } from 'messenger-ui/conversations';
import { expect, it } from 'vitest';
import { peopleOf } from './people-of';

const member = (userId: string, isActive = true) => ({ userId, isActive }) as ChannelMember;
const channel = (kind: Channel['kind'], ...channelMembers: ChannelMember[]) =>
  ({ kind, channelMembers }) as Channel;

it('names each active person once, pairs first, without oneself and the assistant', () => {
  const people = peopleOf(
    [
      channel('assistant', member('me'), member('assistant')),
      channel('group', member('me'), member('ana'), member('tom'), member('gone', false)),
      channel('direct', member('me'), member('tom')),
    ],
    'me',
  );
  expect(people.map(({ userId }) => userId)).toEqual(['tom', 'ana']);
});
