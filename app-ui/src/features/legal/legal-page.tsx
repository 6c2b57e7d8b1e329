import { Link, useLocation } from 'react-router';
import { ErrorState, LoadingState, Logo, useTranslation } from 'ui-kit';
import { MAIN_ID } from '../../routes/root';
import { usePageTitle } from '../../routes/use-page-title';
import { TextBlocks } from '../texts/text-blocks';
import styles from './legal.module.css';
import { LegalLinks } from './legal-links';
import { useDocument } from './use-document';
import { useHashTarget } from './use-hash-target';

/** One page for the three documents; which one, the address says. No top bar here. */
export function Component() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { document, isLoading, error, retry } = useDocument();
  const title = usePageTitle();
  useHashTarget(document !== undefined);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link className={styles.home} to="/" aria-label={t('shell.toHome')}>
          <Logo />
        </Link>
      </header>
      <main key={pathname} id={MAIN_ID} tabIndex={-1} className={styles.document}>
        <h1>{title}</h1>
        {document && (
          <div lang={document.languageCode}>
            <TextBlocks blocks={document.blocks} />
          </div>
        )}
        {isLoading && <LoadingState />}
        {error && <ErrorState error={error} onRetry={retry} />}
        {!document && !isLoading && !error && <p>{t('legal.noContent')}</p>}
      </main>
      <footer className={styles.foot}>
        <LegalLinks />
      </footer>
    </div>
  );
}
