import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders, NetworkError } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import '../texts';
import { SessionMissing } from './session-missing';

beforeEach(() => loadPageTexts());

it('failed load keeps its heading and offers another try', async () => {
  const onRetry = vi.fn();
  const element = <SessionMissing error={new NetworkError()} onRetry={onRetry} />;
  render(
    <AppProviders>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </AppProviders>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Loading Session' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
