import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { HttpError } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import styles from './record-page.module.css';

interface RecordPageProps<Data> {
  query: UseQueryResult<Data>;
  /** The list of the record, and the label of the link to it. A row of the list passes its filters. */
  list: string;
  back: string;
  isWide?: boolean;
  /** Says why there may be no such record; otherwise that the page does not exist. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The page of one record of a list, with the way back to it. */
export function RecordPage<Data>({
  query,
  list,
  back,
  isWide = false,
  missing,
  children,
}: RecordPageProps<Data>) {
  const { state } = useLocation();
  const { data, error } = query;
  const isMissing = data === undefined && error instanceof HttpError && error.status === 404;
  return (
    <div className={isWide ? `${styles.page} ${styles.wide}` : styles.page}>
      <Link className={styles.back} to={{ pathname: list, search: state?.list ?? '' }}>
        <ArrowLeft aria-hidden size={18} />
        {back}
      </Link>
      {isMissing ? (missing ?? <NotFoundMessage />) : <QueryState query={query}>{children}</QueryState>}
    </div>
  );
}
