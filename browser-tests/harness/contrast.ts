import type { Locator } from '@playwright/test';

/** Returns the contrast of the text of an element, 1 to 21, also of a disabled one, which axe leaves out. */
export function contrastOf(element: Locator): Promise<number> {
  return element.evaluate((text) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('no canvas');
    // Paints the backgrounds from the outermost one to the element, and the text at last.
    const chain: Element[] = [];
    for (let at: Element | null = text; at !== null; at = at.parentElement) chain.unshift(at);
    const luminanceOf = (colors: string[]): number => {
      pen.fillStyle = 'white';
      pen.fillRect(0, 0, 1, 1);
      for (const color of colors) {
        pen.fillStyle = color;
        pen.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgrounds = chain.map((one) => getComputedStyle(one).backgroundColor);
    const [low = 0, high = 0] = [
      luminanceOf(backgrounds),
      luminanceOf([...backgrounds, getComputedStyle(text).color]),
    ].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  });
}
