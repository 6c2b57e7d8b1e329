/** Keys that move within a grid. */
export const GRID_KEYS: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
]);

/** Position of a cell; all cells have the same size. */
export interface CellPosition {
  top: number;
  left: number;
}

/** Returns the index of the cell that a key moves to; the same index at an edge. */
export function neighbourIndex(
  cells: readonly CellPosition[],
  from: number,
  key: string,
  isRtl: boolean,
): number {
  const current = cells[from];
  if (!current) return from;
  const last = cells.length - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return Math.min(last, Math.max(0, from + ((key === 'ArrowRight') === isRtl ? -1 : 1)));
    case 'ArrowUp':
    case 'ArrowDown':
      return indexInNextRow(cells, from, current, key === 'ArrowDown' ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return from;
  }
}

/** Returns the nearest cell in the row above or below. */
function indexInNextRow(
  cells: readonly CellPosition[],
  from: number,
  current: CellPosition,
  step: 1 | -1,
): number {
  let row: number | null = null;
  let best = from;
  let distance = Number.POSITIVE_INFINITY;
  for (let index = from + step; index >= 0 && index < cells.length; index += step) {
    const cell = cells[index];
    if (!cell || (row === null && cell.top === current.top)) continue;
    row ??= cell.top;
    if (cell.top !== row) break;
    if (Math.abs(cell.left - current.left) < distance) {
      distance = Math.abs(cell.left - current.left);
      best = index;
    }
  }
  return best;
}
