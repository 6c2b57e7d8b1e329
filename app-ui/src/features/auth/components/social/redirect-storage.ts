const KEY = 'mentor-hub.social-target';

/** Saves the redirect of the address while the page is at a provider. */
export function saveRedirect(search: string): void {
  try {
    sessionStorage.setItem(KEY, search);
  } catch {
    // Storage may be forbidden: the sign-in then leads to the start page.
  }
}

/** Returns and removes the saved redirect. */
export function takeRedirect(): string {
  try {
    const search = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return search;
  } catch {
    return '';
  }
}
