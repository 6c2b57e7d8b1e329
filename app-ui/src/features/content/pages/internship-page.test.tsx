import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeEach, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { Component as InternshipPage } from './internship-page';

beforeEach(() => loadPageTexts());

it.each(['show', 'hide'])('internships with experience %s are closed', async (internship) => {
  const profile = { status: { experiences: { internship } } };
  const router = createMemoryRouter([
    { element: <Outlet context={profile} />, children: [{ path: '/', element: <InternshipPage /> }] },
  ]);
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  await screen.findByText('Internships are not available to you');
});
