import { useQuery } from '@tanstack/react-query';
import { ListTodo } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { onlyReports, type Permission, staffAccessQuery } from '../api/staff';
import { AREAS, GROUPS } from '../areas';
import styles from './staff-layout.module.css';

/** The staff console: its navigation above the page of an area, or beside it where the window is wide. Others find no page here. */
export function Component() {
  const profile = useCurrentUser();
  if (profile.role !== 'Staff') return <NotFoundMessage />;
  return (
    <div className={styles.console}>
      <div className={styles.frame}>
        <StaffNavigation />
        <div className={styles.content} tabIndex={-1} data-content>
          <Outlet context={profile} />
        </div>
      </div>
    </div>
  );
}

function StaffNavigation() {
  const { t } = useTranslation('staff');
  const { data } = useQuery(staffAccessQuery);
  // Reports come first in need: their link does not wait for the answer, nor for one that fails.
  const may = (permission: Permission) =>
    data === undefined ? permission === 'handle_cases' : data.permissions.includes(permission);
  const areas = AREAS.filter(({ permission }) => may(permission));
  const groups = GROUPS.map((group) => ({
    group,
    areas: areas.filter((area) => area.group === group),
  })).filter((one) => one.areas.length > 0);
  const id = useId();
  const [only] = data?.programmes ?? [];
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the areas do not fit beside each other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, and once its link is there
  useEffect(() => showCurrent(nav.current), [pathname, areas.length]);
  return (
    <div className={styles.bar} data-screen-only>
      <nav ref={nav} className={styles.areas} aria-label={t('staff.navigation')}>
        {(data === undefined || !onlyReports(data)) && (
          <NavLink className={styles.area ?? ''} to="/staff" end>
            <ListTodo aria-hidden size={17} />
            {t('staff.overview')}
          </NavLink>
        )}
        {groups.map(({ group, areas }) => (
          <div key={group} className={styles.group}>
            <p className={styles.heading} id={`${id}-${group}`}>
              {t(`staff.groups.${group}`)}
            </p>
            <ul aria-labelledby={`${id}-${group}`}>
              {areas.map(({ path, label, icon: Icon }) => (
                <li key={path}>
                  <NavLink className={styles.area ?? ''} to={`/staff/${path}`}>
                    <Icon aria-hidden size={17} />
                    {t(label)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {data && only && (
        <p className={styles.scope}>
          {data.programmes.length === 1 ? (
            <bdi>{only.title}</bdi>
          ) : (
            t('staff.programmes', { count: data.programmes.length })
          )}
        </p>
      )}
    </div>
  );
}

/** Scrolls the link of this page to the middle. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]');
  if (!nav || !current) return;
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  nav.scrollLeft += middleOf(current) - middleOf(nav);
}
