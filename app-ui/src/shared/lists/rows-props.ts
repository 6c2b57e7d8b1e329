import type { Column } from './column';
import type { List } from './use-list';
import type { Selection } from './use-selection';

/** What the table and the cards draw. */
export interface RowsProps<Row> {
  list: List<Row>;
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  /** Null if rows cannot be selected. */
  selection: Selection | null;
}
