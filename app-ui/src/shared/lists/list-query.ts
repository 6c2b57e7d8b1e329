/** What a list shows: the part of the address that other people can open. */
export interface ListQuery {
  /** The searched text. */
  q: string;
  /** Values by filter: rows have one of them. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Key of the server's allow-list, with `-` for descending. */
  sort: string;
}

/** What the address of a list may contain. Other parameters are ignored: an old link still opens. */
export interface ListShape {
  /** The allowed values by filter, or a pattern for those with free values, such as ids and days. */
  filters: Readonly<Record<string, readonly string[] | RegExp>>;
  /** Keys that the server sorts by, without `-`. */
  sorts: readonly string[];
  defaultSort: string;
}

const MAX_SEARCH_LENGTH = 200;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the sort key and its direction. */
export const sortOf = (sort: string) => ({ key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') });

/** Reads the query of an address. A filter is given several times or separated by commas. */
export function readQuery(search: URLSearchParams, shape: ListShape): ListQuery {
  const filters: Record<string, readonly string[]> = {};
  for (const [name, allowed] of Object.entries(shape.filters)) {
    const given = search.getAll(name).flatMap((value) => value.split(','));
    const isAllowed = (value: string) =>
      allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value);
    const values = [...new Set(given)].filter(isAllowed);
    if (values.length > 0) filters[name] = values;
  }
  const sort = search.get('sort') ?? '';
  return {
    q: (search.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    filters,
    sort: shape.sorts.includes(sortOf(sort).key) ? sort : shape.defaultSort,
  };
}

/** Returns the parameters of a query for the server. */
export function parametersOf({ q, filters, sort }: ListQuery): Record<string, string> {
  const given = Object.entries(filters).filter(([, values]) => values.length > 0);
  return {
    ...(q === '' ? {} : { q }),
    ...Object.fromEntries(given.map(([name, values]) => [name, values.join(',')])),
    ...(sort === '' ? {} : { sort }),
  };
}

/** Writes a query into an address, without what is preset. Other parameters stay. */
export function writeQuery(before: URLSearchParams, query: ListQuery, shape: ListShape): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const name of ['q', 'sort', ...Object.keys(shape.filters)]) next.delete(name);
  for (const [name, value] of Object.entries(parametersOf(query)))
    if (name !== 'sort' || value !== shape.defaultSort) next.set(name, value);
  return next;
}

/** Whether search or filters leave rows out. */
export const isFiltered = ({ q, filters }: ListQuery): boolean => q !== '' || Object.keys(filters).length > 0;
