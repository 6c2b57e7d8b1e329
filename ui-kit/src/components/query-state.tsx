import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingState } from './states';

/** What a query of TanStack Query has, or a store with the same fields. */
interface LoadableData<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  /** `paused`: the request waits for the network. */
  fetchStatus?: 'fetching' | 'paused' | 'idle';
}

interface QueryStateProps<Data> {
  query: LoadableData<Data>;
  /** Stands for the data while it loads; a labelled indicator unless given. */
  loading?: ReactNode;
  /** Shown for data that `isEmpty`. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** The data of a query, or the state in its place: loading, offline, failed with a retry, empty. */
export function QueryState<Data>({
  query: { data, error, refetch, fetchStatus },
  loading = <LoadingState />,
  empty,
  isEmpty = isEmptyList,
  children,
}: QueryStateProps<Data>) {
  // Data that is there stays while it is fetched again, and when that fails.
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data);
  if (error != null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return fetchStatus === 'paused' ? <OfflineState /> : loading;
}

/** The request is sent as soon as there is a network: nothing to press. */
function OfflineState() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <EmptyState icon={CloudOff} title={t('unreachable.title')}>
        {t('unreachable.text')}
      </EmptyState>
    </div>
  );
}
