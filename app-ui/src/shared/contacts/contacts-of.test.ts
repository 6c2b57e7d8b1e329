import type { Channel, ChannelMember } from 'messenger-ui/channels';
import { expect, it } from 'vitest';
import { contactsOf } from './contacts-of';

const member = (userId: string, isActive = true) => ({ userId, isActive }) as ChannelMember;
const channel = (kind: Channel['kind'], ...channelMembers: ChannelMember[]) =>
  ({ kind, channelMembers }) as Channel;

it('returns each active contact once, pairs first', () => {
  const people = contactsOf(
    [
      channel('assistant', member('me'), member('assistant')),
      channel('team', member('me'), member('team')),
      channel('group', member('me'), member('ana'), member('tom'), member('gone', false)),
      channel('direct', member('me'), member('tom')),
    ],
    'me',
  );
  expect(people.map(({ userId }) => userId)).toEqual(['tom', 'ana']);
});
