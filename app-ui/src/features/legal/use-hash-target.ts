import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Goes to the place that the address names once it is there: the text comes after the page. */
export function useHashTarget(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || hash === '') return;
    const target = document.getElementById(decodeHash(hash));
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash, isThere]);
}

/** "#what-we-keep" without its sign; one that somebody cut in the middle of a letter names nothing. */
export function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
