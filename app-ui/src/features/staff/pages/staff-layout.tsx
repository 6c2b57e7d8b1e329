import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, ScrollText, ShieldCheck, UsersRound } from 'lucide-react';
import { NavLink, Outlet } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { type Permission, staffAccessQuery } from '../api/staff';
import '../texts';
import styles from './staff-layout.module.css';

interface Area {
  to: string;
  label: string;
  icon: LucideIcon;
  permission: Permission;
}

/** The areas of the console in order. A new area adds its link here and its page in routes.ts. */
const AREAS: readonly Area[] = [
  { to: '/staff/people', label: 'staff.people', icon: UsersRound, permission: 'read_people' },
  { to: '/staff/reports', label: 'staff.reports', icon: ShieldCheck, permission: 'handle_cases' },
  { to: '/staff/audit', label: 'staff.audit', icon: ScrollText, permission: 'read_audit' },
];

/** The staff console: its navigation above the page of an area. Others find no page here. */
export function Component() {
  const profile = useCurrentUser();
  if (profile.role !== 'Staff') return <NotFoundMessage />;
  return (
    <>
      <StaffNavigation />
      <Outlet context={profile} />
    </>
  );
}

function StaffNavigation() {
  const { t } = useTranslation('staff');
  const { data } = useQuery(staffAccessQuery);
  // Reports come first in need: their link does not wait for the answer, nor for one that fails.
  const may = (permission: Permission) =>
    data === undefined ? permission === 'handle_cases' : data.permissions.includes(permission);
  const areas = AREAS.filter(({ permission }) => may(permission));
  const [only] = data?.programmes ?? [];
  if (areas.length === 0) return null;
  return (
    <div className={styles.bar} data-screen-only>
      <nav className={styles.areas} aria-label={t('staff.navigation')}>
        {areas.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} className={styles.area ?? ''} to={to}>
            <Icon aria-hidden size={17} />
            {t(label)}
          </NavLink>
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
