import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import '../../i18n';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { TEAM_CHANNEL } from '../../testing/fixtures';
import { MembersPanel } from './members-panel';

beforeEach(() => {
  fakeApi({});
});

it('team is described, without presence, actions and calls', () => {
  renderChat((channel) => <MembersPanel channel={channel} onClose={() => {}} />, TEAM_CHANNEL);
  expect(screen.getByRole('region', { name: 'Members' })).toBeTruthy();
  const [self, team] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(self).toContain('Maya Okafor (you)');
  expect(team).toBe('StaffThe people who run your programme');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('people have presence and actions', () => {
  renderChat((channel) => <MembersPanel channel={channel} onClose={() => {}} />, {
    ...TEAM_CHANNEL,
    kind: 'broadcast',
  });
  expect(screen.getByText(/^Staff · last seen/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Actions for Staff' })).toBeTruthy();
});
