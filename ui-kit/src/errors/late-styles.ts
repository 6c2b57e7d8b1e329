/** Remembers which style sheets did not come: the bundler never asks for one twice. */
export function watchStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) target.dataset.late = '';
    },
    true,
  );
}

/** Code that failed to load, once more: with the style sheets that failed before it. */
export async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  const late = document.querySelectorAll<HTMLLinkElement>('link[data-late]');
  await Promise.all([...late].map(again));
  return load();
}

const again = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    delete next.dataset.late;
    next.onload = resolve;
    next.onerror = reject;
    link.replaceWith(next);
  });
