import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, type Experience } from 'ui-kit';
import { beforeEach, expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { Component as HomePage } from './home-page';

beforeEach(() => loadPageTexts());

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
