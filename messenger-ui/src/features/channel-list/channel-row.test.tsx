import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import '../../i18n';
import { loginSession } from 'ui-kit';
import type { LastMessage } from '../../model/channels';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { TEAM_CHANNEL } from '../../testing/fixtures';
import { ChannelRow } from './channel-row';

const LAST: LastMessage = {
  msgId: 'm1',
  seq: 1,
  userId: 'bot',
  text: '',
  isPrivate: true,
  attachmentName: null,
  isDeleted: false,
  createdOn: '2026-11-20T10:00:00Z',
};

beforeAll(async () => {
  fakeApi({ 'GET /api/v2/users/profile/': { status: 404 } });
  await loginSession.start();
});

it('crisis card is not previewed', () => {
  renderChat((channel) => <ChannelRow channel={channel} isSelected={false} isTabStop onSelect={() => {}} />, {
    kind: 'assistant',
    lastMessage: LAST,
  });
  expect(screen.getByText('The assistant answered')).toBeTruthy();
});

it('picture without text is a photo, another file its name', () => {
  const row = (attachmentName: string) =>
    renderChat(
      (channel) => <ChannelRow channel={channel} isSelected={false} isTabStop onSelect={() => {}} />,
      {
        lastMessage: { ...LAST, isPrivate: false, attachmentName },
      },
    );
  row('beach.jpeg');
  expect(screen.getByText('Photo')).toBeTruthy();
  row('plan.pdf');
  expect(screen.getByText('plan.pdf')).toBeTruthy();
});

it('deleted last message is named', () => {
  renderChat((channel) => <ChannelRow channel={channel} isSelected={false} isTabStop onSelect={() => {}} />, {
    lastMessage: { ...LAST, userId: 'tom', isPrivate: false, isDeleted: true },
  });
  expect(screen.getByText('Message deleted')).toBeTruthy();
});

it('team has a hint, then its answers without an author', () => {
  const { change } = renderChat(
    (channel) => <ChannelRow channel={channel} isSelected={false} isTabStop onSelect={() => {}} />,
    TEAM_CHANNEL,
  );
  expect(screen.getByText('Programme team')).toBeTruthy();
  expect(screen.getByText('Questions? Write to us.')).toBeTruthy();
  change({ lastMessage: { ...LAST, userId: 'team', isPrivate: false, text: 'Hello Maya' } });
  expect(screen.getByText('Hello Maya')).toBeTruthy();
  expect(screen.queryByText('Staff:')).toBeNull();
});
