import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { Column } from './column';
import { sortOf } from './list-query';
import { moveFocus } from './move-focus';
import type { RowsProps } from './rows-props';
import { SelectBox } from './select-box';
import styles from './table-rows.module.css';
import type { List } from './use-list';

/** Rows as a table. Its header stays in view; a table that is too wide scrolls in its frame instead. */
export function TableRows<Row>({ list, label, rows, columns, nameOf, selection }: RowsProps<Row>) {
  const { t } = useTranslation('lists');
  const frame = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const width = useTooWide(frame);
  const isTooWide = width !== null;
  const { idOf } = list.definition;
  return (
    <div className={styles.whole}>
      <div
        ref={frame}
        className={styles.frame}
        data-scrolls={isTooWide || undefined}
        {...(isTooWide && { tabIndex: 0 })}
        onScroll={() => follow(bar.current, frame.current)}
      >
        <table className={styles.table} aria-label={label} aria-rowcount={list.total + 1}>
          <thead>
            <tr>
              {selection !== null && (
                <th scope="col" className={styles.select}>
                  <SelectBox
                    label={t('list.selectLoaded')}
                    isSelected={selection.areLoadedSelected}
                    isMixed={selection.count > 0 && !selection.areLoadedSelected}
                    onChange={() => selection.setLoaded(!selection.areLoadedSelected)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} list={list} />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {rows.map((row) => {
              const id = idOf(row);
              const isSelected = selection?.isSelected(id) ?? false;
              return (
                <tr key={id} data-row data-selected={isSelected || undefined}>
                  {selection !== null && (
                    <td className={styles.select}>
                      <SelectBox
                        label={t('list.select', { name: nameOf(row) })}
                        isSelected={isSelected}
                        onChange={(isRange) => selection.toggle(id, isRange)}
                      />
                    </td>
                  )}
                  {columns.map((column) =>
                    column.isName ? (
                      <th key={column.id} scope="row" className={styles.name}>
                        {column.cell(row)}
                      </th>
                    ) : (
                      <td key={column.id} data-short={column.isShort || undefined}>
                        {column.cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {isTooWide && (
        // The frame's own bar would lie below the last row. Keys scroll the frame.
        <div
          ref={bar}
          className={styles.bar}
          aria-hidden
          tabIndex={-1}
          onScroll={() => follow(frame.current, bar.current)}
        >
          <div style={{ inlineSize: width }} />
        </div>
      )}
    </div>
  );
}

function follow(element: HTMLElement | null, other: HTMLElement | null): void {
  if (element !== null && other !== null && element.scrollLeft !== other.scrollLeft)
    element.scrollLeft = other.scrollLeft;
}

function HeaderCell<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { header, sort, isDescendingFirst = false } = column;
  if (sort === undefined) return <th scope="col">{header}</th>;
  const { key, isDescending } = sortOf(list.query.sort);
  const isSorted = key === sort;
  const Icon = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  const willDescend = isSorted ? !isDescending : isDescendingFirst;
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => list.setSort(`${willDescend ? '-' : ''}${sort}`)}
      >
        {header}
        <Icon aria-hidden size={15} className={styles.arrow} />
      </button>
    </th>
  );
}

/**
 * The width of a table that is wider than its frame; null for others. A frame that scrolls sideways cannot have a header that sticks to the
 * window, so it scrolls only when it must.
 */
function useTooWide(frame: React.RefObject<HTMLDivElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const observer = new ResizeObserver(() =>
      setWidth(table.scrollWidth > element.clientWidth ? table.scrollWidth : null),
    );
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
