const PARAMETER = 'redirectUri';

type PageLocation = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Pages that redirect at once and are never the target of a redirect. */
const TRANSIT_PATHS = ['/', '/signin'];

/**
 * Returns the sign-in address that leads back to a page with its query and fragment. Query and fragment of `/` belong to
 * the page after it and are passed on.
 */
export function signInRedirect({ pathname, search, hash }: PageLocation): string {
  if (TRANSIT_PATHS.includes(pathname)) return `/signin${search}${hash}`;
  return `/signin?${new URLSearchParams({ [PARAMETER]: pathname + search + hash })}`;
}

/**
 * Returns the requested page of the query if it belongs to this site, otherwise null: a link to the sign-in page must not
 * redirect to another site.
 */
export function redirectTarget(search: string, ownOrigin: string): string | null {
  const requested = new URLSearchParams(search).get(PARAMETER);
  if (requested === null) return null;
  let url: URL;
  try {
    url = new URL(requested, ownOrigin);
  } catch {
    return null;
  }
  // The parsed address decides, not the text: "//", "\\", tabs and line breaks all end up in `origin`.
  if (url.origin !== ownOrigin || url.username !== '' || url.password !== '') return null;
  const path = url.pathname + url.search + url.hash;
  return TRANSIT_PATHS.includes(url.pathname) || path.startsWith('//') ? null : path;
}

/** Returns query and fragment without the redirect: they belong to the page that follows `/`. */
export function locationWithoutRedirect({
  search,
  hash,
}: Pick<PageLocation, 'search' | 'hash'>): Pick<PageLocation, 'search' | 'hash'> {
  const rest = new URLSearchParams(search);
  rest.delete(PARAMETER);
  return { search: rest.size === 0 ? '' : `?${rest}`, hash };
}
