import { Link, useLocation } from 'react-router';
import { Logo, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import styles from '../../../shared/legal/legal.module.css';
import { LegalLinks } from '../../../shared/legal/legal-links';
import { MAIN_ID } from '../../../shared/page/main-id';
import { usePageTitle } from '../../../shared/page/page-title';
import { TextBlocks } from '../../../shared/rich-text/rich-text';
import { useDocument } from '../api/use-document';
import { useHashTarget } from '../components/use-hash-target';

/** Shows the legal document of the address, without a top bar. */
export function Component() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const query = useDocument();
  const title = usePageTitle();
  useHashTarget(query.data != null);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link className={styles.home} to="/" aria-label={t('shell.toHome')}>
          <Logo />
        </Link>
      </header>
      <main key={pathname} id={MAIN_ID} tabIndex={-1} className={styles.document}>
        <h1>{title}</h1>
        <QueryState query={query}>
          {(document) =>
            document === null ? (
              <p>{t('legal.noContent')}</p>
            ) : (
              <div lang={document.languageCode}>
                <TextBlocks blocks={document.blocks} />
              </div>
            )
          }
        </QueryState>
      </main>
      <footer className={styles.foot}>
        <LegalLinks />
      </footer>
    </div>
  );
}
