import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ListFocus, ListProps } from './list-contract';
import { useKeptEnd } from './use-kept-end';
import styles from './virtual-list.module.css';

/** Far from zero: every row added at the start lowers the index of the first one. */
const FIRST_INDEX = 1_000_000;
/** Older rows must exist before their place is rendered, or the list jumps for one frame. */
const LOAD_AHEAD_ROWS = 18;
const AT_END_PX = 48;
/** Space above the initial row, which shows that older rows exist. */
const START_MARGIN_PX = 16;

interface Window<Row> {
  rows: readonly Row[];
  firstIndex: number;
  /** Incremented when the rows do not continue the previous ones: the list is mounted again. */
  generation: number;
  /** The initial position: the row with this key, or the end. */
  startKey: string | null;
  /** The scroll request that determined the initial position, if any. */
  focus: ListFocus | null;
}

export function VirtualList<Row extends { key: string }>({
  ref,
  rows,
  renderRow,
  label,
  startKey,
  focus,
  onNearStart,
  onNearEnd,
  onAtEndChange,
  followsRow,
  startsAtTop,
}: ListProps<Row>) {
  const virtuoso = useRef<VirtuosoHandle>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState(() => begin(rows, startKey, focus, 0));
  // Rows and first index change in the same render: otherwise all rows would move for one frame.
  if (shown.rows !== rows) setShown(next(shown, rows, startKey, focus));

  const { generation } = shown;
  const followsLast = (isAtEnd: boolean) => {
    const last = shown.rows.at(-1);
    return last !== undefined && followsRow(last, isAtEnd);
  };
  // At the start, a row that is shorter than the list is at the end of the list.
  const isTopFirst = (row: Row | undefined) => row !== undefined && startsAtTop(row);
  const startsAtEnd =
    shown.startKey === null &&
    (shown.focus === null || shown.focus.key === null) &&
    !isTopFirst(shown.rows.at(-1));
  const { keep } = useKeptEnd(
    scroller,
    generation,
    startsAtEnd,
    () => followsLast(true) && !isTopFirst(shown.rows.at(-1)),
  );

  useImperativeHandle(ref, () => ({
    scrollToEnd: () => {
      keep();
      virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'end' });
    },
  }));

  const isShort = rows.length < LOAD_AHEAD_ROWS;
  useEffect(() => {
    if (!isShort) return;
    onNearStart();
    onNearEnd();
  }, [isShort, onNearStart, onNearEnd]);

  const start = shown.startKey === null ? -1 : indexOf(shown.rows, shown.startKey);
  const startAt =
    start < 0
      ? ({ index: 'LAST', align: isTopFirst(shown.rows.at(-1)) ? 'start' : 'end' } as const)
      : shown.focus
        ? ({ index: start, align: 'center' } as const)
        : ({ index: start, align: 'start', offset: -START_MARGIN_PX } as const);
  /**
   * Rows are measured after their first placement, and fonts may load even later: until the first input the initial
   * position is applied again. Pages that load around the initial position do not end this phase.
   */
  const settlingWith = useRef<readonly Row[] | null>(rows);
  const settled = () => {
    settlingWith.current = null;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is mounted again
  useLayoutEffect(() => {
    if (generation === 0) return;
    settlingWith.current = shown.rows;
    // The new list reports its real position after its first measurement.
    onAtEndChange(false);
  }, [generation]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request
  useLayoutEffect(() => {
    if (!focus || shown.focus === focus) return;
    const index = focus.key === null ? -1 : indexOf(shown.rows, focus.key);
    const row = scroller.current?.querySelector(`[data-item-index="${shown.firstIndex + index}"]`);
    // Only a rendered row has a known height; the position of any other row is an estimate.
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
      // No rows are rendered above the viewport: measuring them after older rows load would move the visible ones.
      increaseViewportBy={{ top: 0, bottom: 400 }}
      rangeChanged={({ startIndex, endIndex }) => {
        if (startIndex - shown.firstIndex < LOAD_AHEAD_ROWS) onNearStart();
        if (shown.firstIndex + shown.rows.length - endIndex < LOAD_AHEAD_ROWS) onNearEnd();
      }}
      atBottomThreshold={AT_END_PX}
      atBottomStateChange={onAtEndChange}
      followOutput={(isAtEnd) => {
        if (!followsLast(isAtEnd)) return false;
        if (isTopFirst(shown.rows.at(-1))) {
          requestAnimationFrame(() => virtuoso.current?.scrollToIndex({ index: 'LAST', align: 'start' }));
          return false;
        }
        // The row is measured after it is placed.
        keep();
        return 'auto';
      }}
    />
  );
}

// No header: its height would take part in every correction when older rows load.
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
