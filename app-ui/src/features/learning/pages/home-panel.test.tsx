import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, type Experience } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { Component as HomePanel } from './home-panel';

beforeEach(() => loadPageTexts());
afterEach(() => vi.unstubAllGlobals());

/** The sessions of the home page. */
function open(session: Experience) {
  const experiences = { session, curriculum: 'hide', chattype: 'hide', chatStatus: {} };
  const status = { experiences, surveys: [], matching: {}, newSessionAvailable: false };
  const profile = { id: 'tom', displayName: 'Tom', role: 'Mentee', mentorships: [], status };
  const router = createMemoryRouter([
    { element: <Outlet context={profile} />, children: [{ path: '/', element: <HomePanel /> }] },
  ]);
  return render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
}

const CLOSED = 'The learning hub isn’t available to you';

it('visible hub that is not open says so', async () => {
  open('show');
  await screen.findByText(CLOSED);
});

it('hidden hub is not mentioned', async () => {
  open('hide');
  await screen.findByRole('link', { name: 'Feed' });
  expect(screen.queryByText(CLOSED)).toBeNull();
});

it('cards that did not load have no message', async () => {
  const refusal = { code: 'broken', message: 'No.' };
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(refusal), { status: 400 })),
  );
  open('use');
  expect((await screen.findByRole('alert')).textContent).toBe('The sessions could not be loadedTry again');
});
