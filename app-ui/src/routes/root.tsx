import { useUnreadTotal } from 'messenger-ui/unread-total';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { announce, shownCount, useTranslation } from 'ui-kit';
import { HelpDesk } from '../features/help-desk/components/help-desk';
import { CONTENT, MAIN_ID } from '../shared/page/main-id';
import { usePageTitle } from '../shared/page/page-title';
import styles from './root.module.css';

/** Root of every page: title, skip link, focus and scroll position. */
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

/** Announces a new page and moves the focus to it, which a single-page app has to do itself. */
function PageChange() {
  const { pathname } = useLocation();
  const unread = useUnreadTotal().count;
  const title = usePageTitle();
  const lastPath = useRef(pathname);

  useEffect(() => {
    const page = title === '' ? 'Mentor Hub' : `${title} · Mentor Hub`;
    document.title = unread > 0 ? `(${shownCount(unread)}) ${page}` : page;
  }, [title, unread]);

  useEffect(() => {
    // The redirect of `/` is no change of page.
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
  const main = document.querySelector<HTMLElement>(CONTENT) ?? document.getElementById(MAIN_ID);
  if (main === null) return;
  event?.preventDefault();
  main.focus({ preventScroll: event === undefined });
}
