import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import '../texts';
import type { SessionCard as Card } from '../types';
import { SessionCard } from './session-card';

beforeEach(() => loadPageTexts());

it('session that was not begun has a progress bar, too', async () => {
  const session = {
    id: 'knots',
    localeTitle: 'Knots',
    tags: [],
    because: null,
    sessionStatus: null,
    sessionDuration: 15,
    durationCompleted: 0,
  } as unknown as Card;
  const router = createMemoryRouter([{ path: '/', element: <SessionCard session={session} /> }]);
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  const bar = await screen.findByRole('progressbar', { name: 'Knots' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
  expect(bar.getAttribute('aria-valuetext')).toBe('0 % done');
});
