import { useState } from 'react';

interface Chosen {
  /** The query that the choice belongs to. */
  of: string;
  /** All rows that match, except `ids`; otherwise only `ids`. */
  isAll: boolean;
  ids: ReadonlySet<string>;
}

export type Selection = ReturnType<typeof useSelection>;

const NONE = { isAll: false, ids: new Set<string>() };

/** Which rows of a list are selected: some, or all that match. Another query ends the selection. */
export function useSelection(of: string, loaded: readonly string[], total: number) {
  const [stored, store] = useState<Chosen>({ of, ...NONE });
  const [anchor, setAnchor] = useState<string | null>(null);
  const { isAll, ids } = stored.of === of ? stored : NONE;
  const isSelected = (id: string) => ids.has(id) !== isAll;
  const count = isAll ? total - ids.size : ids.size;

  /** Sets rows to one state. */
  function setRows(rows: readonly string[], selected: boolean): void {
    const next = new Set(ids);
    for (const id of rows) {
      if (selected !== isAll) next.add(id);
      else next.delete(id);
    }
    store({ of, isAll, ids: next });
  }

  return {
    isAll,
    ids,
    count,
    isSelected,
    areLoadedSelected: loaded.length > 0 && loaded.every(isSelected),
    /** Changes a row; a range also changes the rows since the last change. */
    toggle(id: string, isRange: boolean): void {
      const [one, other] = [loaded.indexOf(anchor ?? id), loaded.indexOf(id)];
      const range = loaded.slice(Math.min(one, other), Math.max(one, other) + 1);
      setRows(isRange && one >= 0 ? range : [id], !isSelected(id));
      setAnchor(id);
    },
    setLoaded: (selected: boolean) => setRows(loaded, selected),
    selectAll: () => store({ of, isAll: true, ids: new Set() }),
    clear: () => store({ of, ...NONE }),
  };
}
