import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../i18n';
import type { Author } from '../model/authors';
import type { Channel } from '../model/channels';
import { renderChat } from '../testing/chat';
import { usePeople } from './use-people';

const author = (userId: string, changes: Partial<Author>): Author => ({
  userId,
  userFullName: `${userId} Silva`,
  displayPicture: null,
  role: 'Mentee',
  isMember: false,
  ...changes,
});

const AUTHORS = [author('ana', {}), author('bea', { isMember: true }), author('sam', { role: 'Staff' })];

function Names({ channel }: { channel: Channel }) {
  const getPerson = usePeople(channel);
  return ['tom', 'ana', 'bea', 'sam'].map((userId) => <p key={userId}>{getPerson(userId).name}</p>);
}

it('only staff appear as Staff', async () => {
  const { container } = renderChat(
    (channel) => <Names channel={channel} />,
    {},
    { fetchAuthors: async () => AUTHORS },
  );
  await screen.findByText('ana Silva (former member)');
  const names = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Tom Rivera', 'ana Silva (former member)', 'bea Silva', 'Staff']);
});
