import { Link } from 'react-router';
import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { usePageTitle } from '../../../shared/page/page-title';
import { type Block, TextBlocks } from '../../../shared/rich-text/rich-text';
import { useDocument } from '../api/use-document';
import { useHashTarget } from '../components/use-hash-target';
import styles from './legal-info-page.module.css';

/** A legal document with a table of contents. */
export function Component() {
  const { t } = useTranslation('app');
  const title = usePageTitle();
  const { document, isLoading, error, retry } = useDocument();
  useHashTarget(document !== undefined);
  const headings = document?.blocks.filter((block) => block.kind === 'heading') ?? [];
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {isLoading && <LoadingState />}
      {error && <ErrorState error={error} onRetry={retry} />}
      {!document && !isLoading && !error && <p className={styles.nothing}>{t('legal.noContent')}</p>}
      {document && (
        <div className={styles.columns} lang={document.languageCode}>
          {headings.length > 1 && <Contents headings={headings} label={t('legal.contents')} />}
          <div className={styles.text}>
            <TextBlocks blocks={document.blocks} />
          </div>
        </div>
      )}
    </>
  );
}

function Contents({ headings, label }: { headings: Extract<Block, { kind: 'heading' }>[]; label: string }) {
  return (
    <nav className={styles.contents} aria-label={label} data-screen-only>
      <ol>
        {headings.map(({ id, spans }) => (
          <li key={id}>
            <Link className={styles.entry} to={{ hash: id }} replace>
              {spans.map(({ text }) => text).join('')}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
