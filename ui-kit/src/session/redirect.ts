const PARAMETER = 'redirectUri';

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Pages that lead on by themselves: whoever wanted one of them wanted no page of their own. */
const DOORS = ['/', '/signin'];

/**
 * The sign-in page's address that leads back to where the person wanted to be, with query and fragment. Those of `/` are
 * meant for whatever page comes after it, and are handed on.
 */
export function signInUrl({ pathname, search, hash }: Place): string {
  if (DOORS.includes(pathname)) return `/signin${search}${hash}`;
  return `/signin?${new URLSearchParams({ [PARAMETER]: pathname + search + hash })}`;
}

/**
 * The page that somebody wanted before they had to sign in: the path named in the query, if it is one of our own. A link
 * to our sign-in page must not be able to send anyone to another site.
 */
export function redirectTarget(search: string, ownOrigin: string): string | null {
  const wanted = new URLSearchParams(search).get(PARAMETER);
  if (wanted === null) return null;
  let url: URL;
  try {
    url = new URL(wanted, ownOrigin);
  } catch {
    return null;
  }
  // The parsed address decides, not the text: "//", "\\", tabs and line breaks all end up in `origin`.
  if (url.origin !== ownOrigin || url.username !== '' || url.password !== '') return null;
  const path = url.pathname + url.search + url.hash;
  return DOORS.includes(url.pathname) || path.startsWith('//') ? null : path;
}

/** Where to go on from `/`: what its address says beside `redirectUri` belongs to the page that a person lands on. */
export function handedOn({ search, hash }: Pick<Place, 'search' | 'hash'>): Pick<Place, 'search' | 'hash'> {
  const rest = new URLSearchParams(search);
  rest.delete(PARAMETER);
  return { search: rest.size === 0 ? '' : `?${rest}`, hash };
}
