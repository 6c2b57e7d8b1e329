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

it('global shortcuts work outside text input', () => {
  expect(press('?', { shiftKey: true })).toBe('help');
  expect(press('?', { shiftKey: true }, 'textarea')).toBeNull();
  expect(press('ArrowUp', { altKey: true }, 'textarea')).toBe('previousChannel');
  expect(press('ArrowDown', { altKey: true })).toBe('nextChannel');
  expect(press('ß', { code: 'KeyS', altKey: true }, 'textarea')).toBe('searchChannel');
});

it('other keys are not shortcuts', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter', 'Escape', 'k', '/']) expect(press(key)).toBeNull();
  expect(press('ArrowUp', { altKey: true, ctrlKey: true })).toBeNull();
  expect(press('ś', { code: 'KeyS', altKey: true, ctrlKey: true }, 'textarea')).toBeNull();
  expect(press('s', { code: 'KeyS' })).toBeNull();
  expect(press('?', { metaKey: true })).toBeNull();
  expect(press('?', { isComposing: true })).toBeNull();
});
