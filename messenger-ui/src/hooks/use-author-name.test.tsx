import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../i18n';
import type { Channel } from '../model/channels';
import { renderChat } from '../testing/chat';
import { member, TEAM_CHANNEL } from '../testing/fixtures';
import { useAuthorName } from './use-author-name';

function Names({ people }: { people: readonly string[] }) {
  const authorName = useAuthorName();
  return people.map((userId) => authorName({ channelId: 'c', userId, name: `server ${userId}` })).join(', ');
}

const namesIn = (changes: Partial<Channel>, people: readonly string[]) =>
  renderChat(() => <Names people={people} />, changes).container.textContent;

it('bots are named as on the page, people as the server names them', () => {
  const channelMembers = [member({ userId: 'maya' }), member({ userId: 'team', userFullName: 'Team' })];
  const people = ['maya', 'team'];
  expect(namesIn({ ...TEAM_CHANNEL, channelMembers }, people)).toContain('You, Team');
  expect(namesIn({ kind: 'group', channelMembers }, people)).toContain('You, server team');
  expect(screen.queryByText(/server maya/)).toBeNull();
});
