import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { storedJson } from './stored';

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
  /** Shown only when the person chooses it. */
  isExtra?: boolean;
  /** Cells stay on one line. */
  isShort?: boolean;
}

type Choice = Readonly<Record<string, boolean>>;

const readChoice = storedJson<Choice>(
  {},
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Returns the columns that the person sees, and their choice. Only what differs from the preset is stored. */
export function useColumns<Row>(list: string, all: readonly Column<Row>[]) {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `mentor-hub.list.${list}.columns`,
    defaultValue: {},
    deserialize: readChoice,
    getInitialValueInEffect: false,
  });
  const isShown = ({ id, isName, isExtra }: Column<Row>) =>
    isName === true || (choice[id] ?? isExtra !== true);
  return {
    all,
    shown: all.filter(isShown),
    isShown,
    setShown: (id: string, shown: boolean) => setChoice((before) => ({ ...before, [id]: shown })),
  };
}
