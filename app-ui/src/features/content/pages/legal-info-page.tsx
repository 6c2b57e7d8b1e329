import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { usePageTitle } from '../../../shared/page/page-title';
import { type Block, TextBlocks } from '../../../shared/rich-text/rich-text';
import { useDocument } from '../api/use-document';
import { useHashTarget } from '../components/use-hash-target';
import styles from './legal-info-page.module.css';

/** A legal document with a table of contents. */
export function Component() {
  const { t } = useTranslation('app');
  const title = usePageTitle();
  const query = useDocument();
  useHashTarget(query.data != null);
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <QueryState query={query}>
        {(document) =>
          document === null ? (
            <p className={styles.nothing}>{t('legal.noContent')}</p>
          ) : (
            <div className={styles.columns} lang={document.languageCode}>
              <Contents blocks={document.blocks} label={t('legal.contents')} />
              <div className={styles.text}>
                <TextBlocks blocks={document.blocks} />
              </div>
            </div>
          )
        }
      </QueryState>
    </>
  );
}

function Contents({ blocks, label }: { blocks: readonly Block[]; label: string }) {
  const headings = blocks.filter((block) => block.kind === 'heading');
  if (headings.length < 2) return null;
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
