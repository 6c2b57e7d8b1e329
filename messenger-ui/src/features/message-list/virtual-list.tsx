import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ListFocus, ListProps } from './list-contract';
import styles from './virtual-list.module.css';

/** Far from zero: every row that comes before the others lowers the index of the first one. */
const FIRST_INDEX = 1_000_000;
/** Older rows must be there before their place is drawn, or the list is seen to jump for one frame. */
const LOAD_AHEAD_ROWS = 18;
const AT_END_PX = 48;
/** Above the row where the list begins, so that one sees that there is more. */
const START_MARGIN_PX = 16;

interface Window<Row> {
  rows: readonly Row[];
  firstIndex: number;
  /** Rows that have nothing to do with the ones before: the list begins anew. */
  generation: number;
  /** Where it began: at the row with this key, or at the end. */
  startKey: string | null;
  /** The request that it began with, if there was one. */
  focus: ListFocus | null;
}

export function VirtualList<Row extends { key: string }>({
  rows,
  renderRow,
  label,
  startKey,
  focus,
  onNearStart,
  onNearEnd,
  followsEnd,
  onAtEndChange,
  isOwn,
  handle,
}: ListProps<Row>) {
  const virtuoso = useRef<VirtuosoHandle>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState(() => begin(rows, startKey, focus, 0));
  // Rows and index change in the same render: with the one before the other everything would move.
  if (shown.rows !== rows) setShown(next(shown, rows, startKey, focus));

  useImperativeHandle(handle, () => ({
    scrollToEnd: () => virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end' }),
  }));

  // A keyboard, a banner or a growing composer takes room from below: who is at the end stays there.
  const { generation } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation is a new scroller
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = element.scrollHeight - element.scrollTop - height <= AT_END_PX;
      height = element.clientHeight;
      if (wasAtEnd) virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [generation]);

  const isShort = rows.length < LOAD_AHEAD_ROWS;
  useEffect(() => {
    if (!isShort) return;
    onNearStart();
    onNearEnd();
  }, [isShort, onNearStart, onNearEnd]);

  const start = shown.startKey === null ? -1 : indexOf(shown.rows, shown.startKey);
  const startAt =
    start < 0
      ? ({ index: 'LAST', align: 'end' } as const)
      : shown.focus
        ? ({ index: start, align: 'center' } as const)
        : ({ index: start, align: 'start', offset: -START_MARGIN_PX } as const);
  /**
   * Rows are measured after they were first placed, and on a slow phone letters come after that: until something else
   * happens the start is taken again. Pages that come around the end, or a message that was asked for, are nothing else.
   */
  const settlingWith = useRef<readonly Row[] | null>(rows);
  const settled = () => {
    settlingWith.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list begins anew
  useLayoutEffect(() => {
    if (generation === 0) return;
    settlingWith.current = shown.rows;
    // The new list says so as soon as it knows better.
    onAtEndChange(false);
  }, [generation]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once, whatever else changes
  useLayoutEffect(() => {
    if (!focus || shown.focus === focus) return;
    const index = focus.key === null ? -1 : indexOf(shown.rows, focus.key);
    const row = scroller.current?.querySelector(`[data-item-index="${shown.firstIndex + index}"]`);
    // A row that is drawn has a known height and can be scrolled to; any other place would be a guess.
    if (index < 0 || !row) setShown(begin(shown.rows, null, focus, generation + 1));
    else {
      settled();
      if (!isInSight(row, scroller.current)) virtuoso.current?.scrollToIndex({ index, align: 'center' });
    }
  }, [focus]);

  return (
    <Virtuoso
      key={generation}
      ref={virtuoso}
      scrollerRef={(element) => {
        scroller.current = element instanceof HTMLElement ? element : null;
      }}
      className={styles.list}
      role="group"
      aria-label={label}
      data={shown.rows}
      firstItemIndex={shown.firstIndex}
      initialTopMostItemIndex={startAt}
      totalListHeightChanged={() => {
        if (settlingWith.current === null) return;
        const isAtLine = start >= 0 && settlingWith.current === shown.rows;
        if (isAtLine || shown.focus || shown.startKey === null) virtuoso.current?.scrollToIndex(startAt);
      }}
      onWheel={settled}
      onTouchStart={settled}
      onPointerDown={settled}
      onKeyDown={settled}
      computeItemKey={(_, row) => row.key}
      itemContent={(_, row) => renderRow(row)}
      components={COMPONENTS}
      // No row above the visible ones is drawn: measuring it a frame after older rows came would move the others.
      increaseViewportBy={{ top: 0, bottom: 400 }}
      rangeChanged={({ startIndex, endIndex }) => {
        if (startIndex - shown.firstIndex < LOAD_AHEAD_ROWS) onNearStart();
        if (shown.firstIndex + shown.rows.length - endIndex < LOAD_AHEAD_ROWS) onNearEnd();
      }}
      atBottomThreshold={AT_END_PX}
      atBottomStateChange={onAtEndChange}
      followOutput={(isAtEnd) => {
        const last = shown.rows.at(-1);
        if (!followsEnd) return false;
        return isAtEnd || (last !== undefined && isOwn(last)) ? 'auto' : false;
      }}
    />
  );
}

// Nothing above the rows: what stands there would take part in every move when older rows come.
const COMPONENTS = { Footer: () => <div className={styles.end} /> };

function begin<Row>(
  rows: readonly Row[],
  startKey: string | null,
  focus: ListFocus | null,
  generation: number,
): Window<Row> {
  return { rows, firstIndex: FIRST_INDEX, generation, startKey: focus ? focus.key : startKey, focus };
}

function next<Row extends { key: string }>(
  shown: Window<Row>,
  rows: readonly Row[],
  startKey: string | null,
  focus: ListFocus | null,
): Window<Row> {
  const first = shown.rows[0];
  if (!first) return { ...shown, rows };
  const before = indexOf(rows, first.key);
  return before < 0
    ? begin(rows, startKey, focus === shown.focus ? null : focus, shown.generation + 1)
    : { ...shown, rows, firstIndex: shown.firstIndex - before };
}

const indexOf = (rows: readonly { key: string }[], key: string): number =>
  rows.findIndex((row) => row.key === key);

function isInSight(row: Element, scroller: HTMLElement | null): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const view = scroller?.getBoundingClientRect();
  return view !== undefined && top >= view.top && bottom <= view.bottom;
}
