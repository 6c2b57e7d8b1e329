const KEY = 'mentor-hub.social-target';

/** Where a person wanted to go, while the whole page goes to a provider and back. */
export function remember(search: string): void {
  try {
    sessionStorage.setItem(KEY, search);
  } catch {
    // A browser that keeps nothing: the way ends at the home page.
  }
}

/** And back. */
export function recall(): string {
  try {
    const search = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return search;
  } catch {
    return '';
  }
}
