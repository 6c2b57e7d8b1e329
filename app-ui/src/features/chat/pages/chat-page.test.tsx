import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, loginSession } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { fakeApi, grant } from '../../../testing/fake-api';
import { ChatPage, TeamPage } from './chat-page';

vi.mock('messenger-ui', () => ({ Messenger: () => <p>the messenger</p> }));

const CHANNELS = [
  { channelId: 'pair', kind: 'direct', membership: 'active' },
  // Of the programme before.
  { channelId: 'former', kind: 'team', membership: 'inactive' },
  { channelId: 'ours', kind: 'team', membership: 'active' },
];

beforeEach(async () => {
  await loadPageTexts();
  loginSession.begin(grant.body);
});
afterEach(() => vi.unstubAllGlobals());

interface Given {
  role?: string;
  hasChat?: boolean;
  channels?: object[];
}

/** Opens a page as a person, whose server lists these channels. */
function open(address: string, { role = 'Mentee', hasChat = false, channels = CHANNELS }: Given = {}) {
  fakeApi({ 'GET /api/v2/chat/channels/': { status: 200, body: channels } });
  const experiences = { chattype: hasChat ? 'use' : 'hide', chatStatus: { mentorshipChat: 'use' } };
  const profile = { id: 'tom', role, status: { experiences } };
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={profile} />,
        children: [
          { path: '/chat', element: hasChat ? <p>the chat</p> : <ChatPage /> },
          { path: '/team', element: <TeamPage /> },
          { path: '/staff/messages', element: <p>messages of staff</p> },
        ],
      },
    ],
    { initialEntries: ['/', address], initialIndex: 1 },
  );
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

it('the team is a conversation of the chat', async () => {
  const address = open('/team', { hasChat: true });
  await screen.findByText('the chat');
  expect(address()).toBe('/chat?channel=ours');
});

it('the team is there without chat', async () => {
  const address = open('/team');
  await screen.findByText('the messenger');
  expect(address()).toBe('/team?channel=ours');
  expect(screen.getByRole('heading', { name: 'Programme team' })).toBeTruthy();
});

it('a search stays in the address', async () => {
  const address = open('/team?search=form');
  await screen.findByText('the messenger');
  expect(address()).toBe('/team?search=form');
});

it('staff read their messages instead', async () => {
  open('/team', { role: 'Staff' });
  await screen.findByText('messages of staff');
});

it('a list without the team says so', async () => {
  open('/team', { channels: [] });
  await screen.findByText('We could not open your conversation');
});

it('the chat without access leads to the team', async () => {
  open('/chat');
  await screen.findByText('Chat is not available to you');
  const link = screen.getByRole('link', { name: 'Write to the programme team' });
  expect(link.getAttribute('href')).toBe('/team');
});

it('the chat without access has no link for staff', async () => {
  open('/chat', { role: 'Staff' });
  await screen.findByText('Chat is not available to you');
  expect(screen.queryByRole('link')).toBeNull();
});

it('a conversation without access to chat is that with the team', async () => {
  const address = open('/chat?channel=ours');
  await screen.findByText('the messenger');
  expect(address()).toBe('/team?channel=ours');
});
