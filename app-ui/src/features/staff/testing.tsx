import { render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, type Schemas } from 'ui-kit';
import { fakeApi, grant } from '../../testing/fake-api';
import { routes } from './routes';

/** A programme in the scope of the member of staff. */
export const PROGRAMME: Schemas['StaffProgramme'] = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  key: 'north',
  title: 'Northfield',
};

/** Shows a page of the console to staff with some permissions; further calls by method and address. */
export function showStaff(
  address: string,
  permissions: readonly string[],
  calls: Parameters<typeof fakeApi>[0] = {},
) {
  const access = {
    grants: [],
    permissions,
    programmes: [PROGRAMME],
    managedProgrammes: permissions.includes('manage_people') ? [PROGRAMME] : [],
    ruledProgrammes: permissions.includes('manage_programme') ? [PROGRAMME] : [],
    reportedProgrammes: permissions.includes('read_outcomes') ? [PROGRAMME] : [],
  };
  const api = fakeApi({
    'POST /api/v2/users/refresh/': grant,
    'GET /api/staff/me/': { status: 200, body: access },
    ...calls,
  });
  // Without the layout, which needs a profile.
  const router = createMemoryRouter(
    [
      {
        path: 'staff',
        element: <Outlet context={{ id: 'sam', firstName: 'Sam' }} />,
        children: routes[0]?.children ?? [],
      },
    ],
    { initialEntries: [address] },
  );
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { ...api, router };
}
