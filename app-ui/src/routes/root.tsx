import { useUnreadTotal } from 'messenger-ui/unread-total';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { announce, useTranslation } from 'ui-kit';
import { HelpDesk } from '../features/help-desk/help-desk';
import styles from './root.module.css';
import { usePageTitle } from './use-page-title';

/** The element that holds a page's content: the target of the skip link and of focus after a change of page. */
export const MAIN_ID = 'main';

/** What every page has: a title, a way past the navigation, and a defined place for focus and scroll. */
export function Root() {
  const { t } = useTranslation('app');
  return (
    <>
      <a className={styles.skip} href={`#${MAIN_ID}`} onClick={focusMain}>
        {t('page.skip')}
      </a>
      <PageChange />
      <Outlet />
      <ScrollRestoration />
      <HelpDesk />
    </>
  );
}

/** A new page in a single-page app is silent and keeps the old focus, unless someone takes care of both. */
function PageChange() {
  const { pathname } = useLocation();
  const unread = useUnreadTotal().count;
  const title = usePageTitle();
  const lastPath = useRef(pathname);

  useEffect(() => {
    const page = title === '' ? 'Mentor Hub' : `${title} · Mentor Hub`;
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${page}` : page;
  }, [title, unread]);

  useEffect(() => {
    // `/` leads on at once, and who opened it has changed no page.
    const isFirst = lastPath.current === '/';
    if (pathname === '/' || lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (isFirst) return;
    focusMain();
    if (title !== '') announce(title);
  }, [pathname, title]);

  return null;
}

function focusMain(event?: { preventDefault: () => void }): void {
  const main = document.getElementById(MAIN_ID);
  if (main === null) return;
  event?.preventDefault();
  main.focus({ preventScroll: event === undefined });
}
