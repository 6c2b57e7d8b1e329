import { expect, it } from 'vitest';
import { shortcutOf } from './registry';

const press = (key: string, init: KeyboardEventInit = {}, tag = 'div') => {
  const target = document.createElement(tag);
  let found: ReturnType<typeof shortcutOf> = null;
  target.addEventListener('keydown', (event) => {
    found = shortcutOf(event);
  });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, ...init }));
  return found;
};

it('hears what works anywhere, and nothing that is typed', () => {
  expect(press('?', { shiftKey: true })).toBe('help');
  expect(press('?', { shiftKey: true }, 'textarea')).toBeNull();
  expect(press('ArrowUp', { altKey: true }, 'textarea')).toBe('previousChannel');
  expect(press('ArrowDown', { altKey: true })).toBe('nextChannel');
});

it('leaves the keys of browsers, screen readers and parts of the page alone', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter', 'Escape', 'k', '/']) expect(press(key)).toBeNull();
  expect(press('ArrowUp', { altKey: true, ctrlKey: true })).toBeNull();
  expect(press('?', { metaKey: true })).toBeNull();
  expect(press('?', { isComposing: true })).toBeNull();
});
