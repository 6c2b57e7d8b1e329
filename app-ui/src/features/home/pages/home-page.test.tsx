import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, type Experience, loginSession } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { fakeApi, grant } from '../../../testing/fake-api';
import { Component as HomePage } from './home-page';

beforeEach(() => loadPageTexts());
afterEach(() => vi.unstubAllGlobals());

/** The home page of a person without chat. */
function open(session: Experience) {
  const experiences = { session, curriculum: 'hide', chattype: 'hide', chatStatus: {} };
  const status = { experiences, surveys: [], matching: {}, newSessionAvailable: false };
  const profile = { id: 'tom', displayName: 'Tom', role: 'Mentee', mentorships: [], status };
  const router = createMemoryRouter([
    { element: <Outlet context={profile} />, children: [{ path: '/', element: <HomePage /> }] },
  ]);
  return render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
}

const NOTHING = /Nothing here yet/;

it('nothing is there without chat and learning hub', async () => {
  open('hide');
  await screen.findByText(NOTHING);
});

it.each<Experience>(['show', 'use'])('learning hub with experience %s is something', async (session) => {
  open(session);
  await screen.findByRole('heading', { name: 'Hello, Tom' });
  expect(screen.queryByText(NOTHING)).toBeNull();
});

/** Where links to the team lead from a page without chat and learning hub, with this last message of the team. */
async function waysToTeam(lastMessage: object | null) {
  const team = { channelId: 'ours', kind: 'team', membership: 'active', channelMembers: [], lastMessage };
  loginSession.begin(grant.body);
  fakeApi({ 'GET /api/v2/chat/channels/': { status: 200, body: [team] } });
  open('hide');
  await screen.findByRole('link', { name: /programme team/i });
  return screen.getAllByRole('link', { name: /programme team/i }).map((link) => link.textContent);
}

it('nothing but the way to the programme team', async () => {
  expect(await waysToTeam(null)).toEqual(['Write to the programme team']);
});

it('a conversation with the programme team replaces the way to it', async () => {
  const message = { msgId: 'm', userId: 'staff', text: 'Welcome!', createdOn: '2026-03-09T12:00:00Z' };
  const [row, ...others] = await waysToTeam(message);
  expect(row).toContain('Welcome!');
  expect(others).toEqual([]);
});
