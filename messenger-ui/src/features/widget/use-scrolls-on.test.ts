import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useScrollsOn } from './use-scrolls-on';

it('scrolling_on_counts_until_turn_or_end', () => {
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 3_000, configurable: true });
  const { result } = renderHook(useScrollsOn);
  const to = (scrollY: number) => {
    act(() => {
      window.scrollY = scrollY;
      window.dispatchEvent(new Event('scroll'));
    });
    return result.current;
  };
  expect(to(4)).toBe(false);
  expect(to(400)).toBe(true);
  expect(to(396)).toBe(true);
  expect(to(300)).toBe(false);
  expect(to(900)).toBe(true);
  expect(to(3_000 - window.innerHeight)).toBe(false);
});
