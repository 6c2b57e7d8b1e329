/** Marks style sheets that failed to load: the bundler requests each one only once. */
export function watchFailedStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) target.dataset.failed = '';
    },
    true,
  );
}

/** Loads code again after a failure, together with the style sheets that failed before it. */
export async function retryLoad<Module>(load: () => Promise<Module>): Promise<Module> {
  const failed = document.querySelectorAll<HTMLLinkElement>('link[data-failed]');
  await Promise.all([...failed].map(reloadStyles));
  return load();
}

const reloadStyles = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    delete next.dataset.failed;
    next.onload = resolve;
    next.onerror = reject;
    link.replaceWith(next);
  });
