import { TextInput } from '@mantine/core';
import { ArrowDownUp, Columns3, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import type { Column, useColumns } from './column';
import type { Filter } from './filter';
import { FilterPill } from './filter-pill';
import { isFiltered, sortOf } from './list-query';
import styles from './list-toolbar.module.css';
import { Choice, PillMenu } from './pill-menu';
import './texts';
import type { List } from './use-list';
import { ViewsMenu } from './views-menu';

interface ListToolbarProps<Row> {
  list: List<Row>;
  /** Label of the search field; without one there is none. */
  searchLabel?: string | undefined;
  filters: readonly Filter[];
  columns: ReturnType<typeof useColumns<Row>>;
  /** Cards have no headers to sort by. */
  hasSortMenu: boolean;
  /** Acts on the whole list, such as an export. */
  actions?: ReactNode;
}

/** Search, filters, sort, columns and saved views of a list. */
export function ListToolbar<Row>({
  list,
  searchLabel,
  filters,
  columns,
  hasSortMenu,
  actions,
}: ListToolbarProps<Row>) {
  const { t } = useTranslation('lists');
  const { query, searchText, setSearchText, setFilters } = list;
  return (
    <div className={styles.toolbar}>
      <div className={styles.line}>
        {searchLabel !== undefined && (
          <search className={styles.search}>
            <TextInput
              type="search"
              aria-label={searchLabel}
              placeholder={searchLabel}
              maxLength={200}
              classNames={{ input: styles.field ?? '' }}
              value={searchText}
              onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
              leftSection={<Search aria-hidden size={18} />}
              rightSection={
                searchText !== '' && (
                  <IconButton label={t('list.clearSearch')} onClick={() => setSearchText('')}>
                    <X aria-hidden size={18} />
                  </IconButton>
                )
              }
              rightSectionWidth={44}
            />
          </search>
        )}
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.pills}>
        {filters.map((filter) => (
          <FilterPill key={filter.name} filter={filter} filters={query.filters} onChange={setFilters} />
        ))}
        {isFiltered(query) && (
          <button type="button" className={styles.reset} onClick={list.reset}>
            {t('list.reset')}
          </button>
        )}
        <div className={styles.end}>
          {hasSortMenu && <SortMenu list={list} columns={columns.all} />}
          <PillMenu label={t('list.columns')} icon={Columns3}>
            {() =>
              columns.all
                .filter(({ isName }) => !isName)
                .map((column) => (
                  <Choice
                    key={column.id}
                    label={column.header}
                    isChosen={columns.isShown(column)}
                    onChange={(shown) => columns.setShown(column, shown)}
                  />
                ))
            }
          </PillMenu>
          <ViewsMenu list={list} />
        </div>
      </div>
    </div>
  );
}

function SortMenu<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation('lists');
  const current = sortOf(list.query.sort);
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  const header = sortable.find(({ sort }) => sort === current.key)?.header;
  return (
    <PillMenu label={t('list.sort')} icon={ArrowDownUp} value={header}>
      {() => (
        <>
          {sortable.map(({ id, header: name, sort = '', isDescendingFirst }) => (
            <Choice
              key={id}
              type="radio"
              label={name}
              isChosen={sort === current.key}
              onChange={() => list.setSort(isDescendingFirst ? `-${sort}` : sort)}
            />
          ))}
          <hr className={styles.rule} />
          {[false, true].map((isDescending) => (
            <Choice
              key={String(isDescending)}
              type="radio"
              label={t(isDescending ? 'list.descending' : 'list.ascending')}
              isChosen={current.isDescending === isDescending}
              onChange={() => list.setSort(`${isDescending ? '-' : ''}${current.key}`)}
            />
          ))}
        </>
      )}
    </PillMenu>
  );
}
