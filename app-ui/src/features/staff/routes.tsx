import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';
import { AREAS } from './areas';
import { AreaOutlet } from './components/area-outlet';
import './texts';

/** The staff console. Only staff load this list. */
export const routes: RouteObject[] = [
  {
    path: 'staff',
    handle: titled('titles.staff'),
    lazy: page(() => import('./pages/staff-layout')),
    children: [
      {
        index: true,
        handle: titled('staff.overview', 'staff'),
        lazy: page(() => import('./overview/overview-page')),
      },
      ...AREAS.map(({ path, label, permission, pages }) => ({
        path,
        handle: titled(label, 'staff'),
        element: <AreaOutlet permission={permission} />,
        children: pages,
      })),
    ],
  },
];
