/**
 * Removes the first paint of the page (ui-kit/vite/first-paint.js) as soon as the app has drawn a page in its root; a layout
 * whose page is still loading does not count.
 * `handOver` takes over what was typed there.
 */
export function removeFirstPaint(
  root: Element,
  handOver: (paint: Element, root: Element) => void = () => {},
): void {
  const observer = new MutationObserver(() => {
    if (root.querySelector('main:not(:empty)') === null) return;
    observer.disconnect();
    const paint = document.getElementById('first-paint');
    if (paint !== null) handOver(paint, root);
    paint?.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
}
