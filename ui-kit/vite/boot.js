/* Runs before the first paint and sets colour scheme and direction, which the style sheets need at once. A file of
   its own, because the content policy allows no inline script. Keys as in app-providers.tsx and languages.ts. */
(() => {
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem('mh-color-scheme');
    language = localStorage.getItem('mh-language');
  } catch {
    // Storage may be forbidden: use the colours of the system and the language of the browser.
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
  // What to draw before the app (app-ui/src/first-paint).
  const [page] = location.pathname.split('/').filter(Boolean);
  const isEntry = /^(emailverify|signup|resetpassword)$/.test(page);
  root.dataset.firstPaint = page === 'signin' ? 'signin' : isEntry ? 'entry' : 'app';
  root.dir = /^(ar|fa|he|ur)$/.test(root.lang) ? 'rtl' : 'ltr';
})();
