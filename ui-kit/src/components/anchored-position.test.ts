import { describe, expect, it } from 'vitest';
import { anchoredPosition } from './anchored-position';

const SCREEN = { width: 1000, height: 800 };
const SIZE = { width: 300, height: 400 };
const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 });

describe('anchoredPosition', () => {
  it('is above a button at the bottom', () => {
    expect(anchoredPosition(button(700, 740), SIZE, SCREEN, false)).toMatchObject({
      left: '440px',
      bottom: '68px',
      top: 'auto',
    });
  });

  it('is below, with limited height, if needed', () => {
    const place = anchoredPosition(button(700, 100), { width: 300, height: 900 }, SCREEN, false);
    expect(place).toMatchObject({ top: '148px', bottom: 'auto', maxHeight: '644px' });
  });

  it('is mirrored in right-to-left pages', () => {
    expect(anchoredPosition(button(300, 740), SIZE, SCREEN, true).left).toBe('300px');
  });

  it.each([
    ['left', 0, '8px'],
    ['right', 990, '692px'],
  ])('stays inside the screen at the %s', (_side, left, expected) => {
    expect(anchoredPosition(button(left, 740), SIZE, SCREEN, false).left).toBe(expected);
  });
});
