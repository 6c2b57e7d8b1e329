import { describe, expect, it } from 'vitest';
import { placeAt } from './place-at';

const SCREEN = { width: 1000, height: 800 };
const SIZE = { width: 300, height: 400 };
const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 });

describe('placeAt', () => {
  it('stands above a button at the foot of the page, its end at the end of the button', () => {
    expect(placeAt(button(700, 740), SIZE, SCREEN, false)).toMatchObject({
      left: '440px',
      bottom: '68px',
      top: 'auto',
    });
  });

  it('goes below where there is more room, and takes no more than there is', () => {
    const place = placeAt(button(700, 100), { width: 300, height: 900 }, SCREEN, false);
    expect(place).toMatchObject({ top: '148px', bottom: 'auto', maxHeight: '644px' });
  });

  it('mirrors with the page', () => {
    expect(placeAt(button(300, 740), SIZE, SCREEN, true).left).toBe('300px');
  });

  it.each([
    ['left', 0, '8px'],
    ['right', 990, '692px'],
  ])('never leaves the screen at the %s', (_side, left, expected) => {
    expect(placeAt(button(left, 740), SIZE, SCREEN, false).left).toBe(expected);
  });
});
