import './first-paint.css';

/** Removes the first paint of index.html as soon as the app has drawn a page. */
export function removeFirstPaint(root: Element): void {
  const observer = new MutationObserver(() => {
    if (root.querySelector('main') === null) return;
    observer.disconnect();
    document.getElementById('first-paint')?.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
}
