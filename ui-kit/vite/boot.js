/* Runs before the first paint, as a file of our own because the content policy allows no inline script: sets the
   colours and the reading direction, which the style sheets need at once. Keys as in app-providers.tsx, languages.ts. */
(() => {
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem('mh-color-scheme');
    language = localStorage.getItem('mh-language');
  } catch {
    // Storage may be forbidden: the system's colours and the browser's language then.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
  const spoken = (language || navigator.languages.find((tag) => /^(en|de|ar)\b/i.test(tag)) || 'en').slice(
    0,
    2,
  );
  root.lang = spoken.toLowerCase();
  root.dir = /^(ar|fa|he|ur)$/.test(root.lang) ? 'rtl' : 'ltr';
})();
