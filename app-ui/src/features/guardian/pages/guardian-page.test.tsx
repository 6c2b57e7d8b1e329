import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders, i18n } from 'ui-kit';
import { afterEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { fakeApi } from '../../../testing/fake-api';
import { Component as GuardianPage } from './guardian-page';

afterEach(() => i18n.changeLanguage('en'));

it('keeps the language that a guardian chooses before the mail’s is known', async () => {
  await loadPageTexts();
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fakeApi({
    'POST /api/v2/guardian-consent/standing/': async () => {
      await isAsked;
      return { status: 200, body: { language: 'ar', version: 'TYpqLf1B', givenAt: '2026-11-27T10:00:00Z' } };
    },
  });
  const routes = [{ path: '/guardian/withdrawal', element: <GuardianPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: ['/guardian/withdrawal#token'] });
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'de');
  await waitFor(() => expect(i18n.language).toBe('de'));
  answer();
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toContain('Einwilligung');
  expect(i18n.language).toBe('de');
});
