import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders, loginSession } from 'ui-kit';
import { expect, it } from 'vitest';
import { fakeApi, refusal } from '../testing/fake-api';
import { Protected } from './protected';

it('redirects signed-out people to sign-in with the page', async () => {
  let answer = (_: ReturnType<typeof refusal>) => {};
  fakeApi({
    'POST /api/v2/users/refresh/': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const router = createMemoryRouter(
    [
      { element: <Protected />, children: [{ path: '/chat', element: <p>secret</p> }] },
      { path: '/signin', element: <p>sign in</p> },
    ],
    { initialEntries: ['/chat?section=chat#latest'] },
  );
  const { container } = render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  expect(loginSession.state.status).toBe('verifying');
  expect(container.textContent).not.toMatch(/secret|sign in/);

  answer(refusal(401, 'not_signed_in'));
  await screen.findByText('sign in');
  expect(router.state.location.search).toBe(
    `?redirectUri=${encodeURIComponent('/chat?section=chat#latest')}`,
  );
  expect(screen.queryByText('secret')).toBeNull();
});
