import { useQuery } from '@tanstack/react-query';
import { NavLink, Outlet } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { legalDocuments } from '../../../shared/legal/documents';
import { scoresQuery } from '../api/scores';
import styles from './info-layout.module.css';

/** Layout of the information pages with their navigation. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  const { data: scores = [] } = useQuery(scoresQuery);
  const pages = [
    ...(scores.length > 0 ? [{ to: 'wrs', label: t('info.myProfile') }] : []),
    { to: 'faq', label: t('faq.title') },
    ...legalDocuments.map(({ infoPath, title }) => ({ to: infoPath, label: t(title) })),
  ];
  return (
    <div className={styles.area}>
      <nav className={styles.pages} aria-label={t('info.label')} data-screen-only>
        <ul className={styles.list}>
          {pages.map(({ to, label }) => (
            <li key={to}>
              <NavLink className={styles.link ?? ''} to={to}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet context={profile} />
    </div>
  );
}
