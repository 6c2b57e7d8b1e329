import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the fragment of the address when the content has loaded. */
export function useHashTarget(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isLoaded || hash === '') return;
    const target = document.getElementById(decodeHash(hash));
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash, isLoaded]);
}

/** Returns the decoded fragment without "#"; empty if its encoding is invalid. */
export function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
