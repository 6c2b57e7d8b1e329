import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type ListQuery, sortOf } from './list-query';
import { storedJson } from './stored';
import type { ListDefinition } from './use-list';

/** A column of a list: a cell of the table, or a line of the card on a phone. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Key of the server, if the list can be sorted by it. */
  sort?: string;
  /** The first press sorts downwards, such as for times. */
  isDescendingFirst?: boolean;
  /** Names the row: comes first and is never hidden. */
  isName?: boolean;
  /** Shown only when the person chooses it, or the address asks for it. */
  isExtra?: boolean;
  /** Whether filters ask about it: it is shown with them, as with its sort. */
  isAskedBy?: (filters: ListQuery['filters']) => boolean;
  /** Cells stay on one line. */
  isShort?: boolean;
}

type Choice = Readonly<Record<string, boolean>>;

const readChoice = storedJson<Choice>(
  {},
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/**
 * Returns the columns that the person sees, and their choice. Only what differs from the preset is stored. What the query is about comes
 * first after the name, even if it is hidden otherwise.
 */
export function useColumns<Row>(
  { name, shape }: Pick<ListDefinition<Row>, 'name' | 'shape'>,
  all: readonly Column<Row>[],
  query: ListQuery,
) {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `mentor-hub.list.${name}.columns`,
    defaultValue: {},
    deserialize: readChoice,
    getInitialValueInEffect: false,
  });
  const sorted = query.sort === shape.defaultSort ? null : sortOf(query.sort).key;
  const isAsked = ({ sort, isExtra, isAskedBy }: Column<Row>) =>
    isExtra === true && ((sort !== undefined && sort === sorted) || isAskedBy?.(query.filters) === true);
  const isPreset = (column: Column<Row>) => column.isExtra !== true || isAsked(column);
  const isShown = (column: Column<Row>) => column.isName === true || (choice[column.id] ?? isPreset(column));
  const shown = all.filter(isShown);
  const rank = (column: Column<Row>) => (column.isName ? 0 : isAsked(column) ? 1 : 2);
  return {
    all,
    shown: shown.toSorted((one, other) => rank(one) - rank(other)),
    isShown,
    setShown: (column: Column<Row>, isChosen: boolean) =>
      setChoice(({ [column.id]: _, ...others }) =>
        isChosen === isPreset(column) ? others : { ...others, [column.id]: isChosen },
      ),
  };
}
