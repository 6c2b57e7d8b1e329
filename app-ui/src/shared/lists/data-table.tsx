import { Button } from '@mantine/core';
import { type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { announce, Banner, EmptyState, useErrorText, useIsPhone, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { type BulkAct, BulkBar } from './bulk-bar';
import { CardRows } from './card-rows';
import { type Column, useColumns } from './column';
import styles from './data-table.module.css';
import type { Filter } from './filter';
import { isFiltered } from './list-query';
import { ListSkeleton } from './list-skeleton';
import { ListToolbar } from './list-toolbar';
import { TableRows } from './table-rows';
import './texts';
import type { List } from './use-list';
import { useSelection } from './use-selection';

interface DataTableProps<Row> {
  list: List<Row>;
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  searchLabel?: string;
  /** What an empty list says if no filter leaves rows out. */
  empty: { icon: LucideIcon; title: string; text: string; action?: ReactNode };
  /** Acts on the whole list, such as an export. */
  actions?: ReactNode;
  /** Acts on selected rows; without them there is no selection. */
  bulkActs?: readonly BulkAct<Row>[];
  /** Names a row in texts about it. */
  nameOf: (row: Row) => string;
}

/** A list of the server as a table, or as cards on a phone. */
export function DataTable<Row>({
  list,
  label,
  columns: all,
  filters,
  searchLabel,
  empty,
  actions,
  bulkActs = [],
  nameOf,
}: DataTableProps<Row>) {
  const { t } = useTranslation('lists');
  const isPhone = useIsPhone();
  const { definition, query, parameters, state, total, isUpdating } = list;
  const columns = useColumns(definition, all, query);
  const loadedIds = useMemo(() => (state.data ?? []).map(definition.idOf), [state.data, definition]);
  const selection = useSelection(JSON.stringify(parameters), loadedIds, total);
  const chosen = bulkActs.length > 0 ? selection : null;
  useAnnouncedTotal(list);

  const Rows = isPhone ? CardRows : TableRows;
  return (
    <section className={styles.list} aria-label={label}>
      <ListToolbar {...{ list, searchLabel, filters, columns, actions }} hasSortMenu={isPhone} />
      <QueryState
        query={state}
        loading={<ListSkeleton isCards={isPhone} columns={columns.shown.length} />}
        empty={
          isFiltered(query) ? (
            <EmptyState
              icon={SearchX}
              title={t('list.noMatch')}
              action={
                <Button variant="light" onClick={list.reset}>
                  {t('list.showAll')}
                </Button>
              }
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
              {empty.text}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <div className={styles.rows} aria-busy={isUpdating} data-outdated={isUpdating || undefined}>
            <Rows {...{ list, label, rows, nameOf }} columns={columns.shown} selection={chosen} />
            <End list={list} shown={rows.length} />
          </div>
        )}
      </QueryState>
      {chosen !== null && (
        <BulkBar
          selection={chosen}
          acts={bulkActs}
          total={total}
          loaded={state.data ?? []}
          {...{ definition, parameters, nameOf }}
        />
      )}
    </section>
  );
}

/** How many of all rows are shown, and the way to more. */
function End<Row>({ list, shown }: { list: List<Row>; shown: number }) {
  const { t } = useTranslation('lists');
  const errorText = useErrorText();
  const { total, hasMore, isLoadingMore, moreError, loadMore } = list;
  return (
    <div className={styles.end}>
      {moreError !== null && (
        <Banner tone="danger" role="alert">
          {errorText(moreError)}
        </Banner>
      )}
      <p className={styles.count}>{t('list.shown', { shown, total: hasMore ? total : shown })}</p>
      {hasMore && (
        <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
          {t('list.more')}
        </Button>
      )}
    </div>
  );
}

/** Tells screen readers what a search or filter has found. */
function useAnnouncedTotal<Row>({ parameters, state, total, isUpdating }: List<Row>): void {
  const { t } = useTranslation('lists');
  const announced = useRef(parameters);
  const isLoaded = state.data !== undefined && !isUpdating;
  useEffect(() => {
    if (!isLoaded || announced.current === parameters) return;
    announced.current = parameters;
    announce(t('list.found', { total }));
  }, [isLoaded, parameters, total, t]);
}
