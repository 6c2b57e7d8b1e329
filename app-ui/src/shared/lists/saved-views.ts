import { useLocalStorage } from '@mantine/hooks';
import { type ListQuery, type ListShape, readQuery, writeQuery } from './list-query';
import { storedJson } from './stored';

interface SavedView {
  name: string;
  /** Filters and sort in the form of the address. */
  search: string;
}

const MAX_VIEWS = 20;

const readViews = storedJson<readonly SavedView[]>(
  [],
  (value) =>
    Array.isArray(value) &&
    value.every((view) => typeof view?.name === 'string' && typeof view.search === 'string'),
);

/** Views that a person has saved on this device. What they searched for is not stored: it may be a name. */
export function useSavedViews(list: string, account: string, shape: ListShape) {
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `mentor-hub.list.${list}.views.${account}`,
    defaultValue: [],
    deserialize: readViews,
    getInitialValueInEffect: false,
  });
  const searchOf = (query: ListQuery) =>
    writeQuery(new URLSearchParams(), { ...query, q: '' }, shape).toString();
  return {
    views,
    isCurrent: (view: SavedView, query: ListQuery) => query.q === '' && view.search === searchOf(query),
    queryOf: ({ search }: SavedView) => readQuery(new URLSearchParams(search), shape),
    save: (name: string, query: ListQuery) =>
      setViews((before) =>
        [{ name, search: searchOf(query) }, ...before.filter((view) => view.name !== name)].slice(
          0,
          MAX_VIEWS,
        ),
      ),
    remove: (name: string) => setViews((before) => before.filter((view) => view.name !== name)),
  };
}
