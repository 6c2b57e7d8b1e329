// Runs before the first paint and sets colour scheme and direction, which the style sheets need at once. It stands in the
// page, whose content policy names its hash. Keys as in app-providers.tsx, languages.ts and login-session.ts.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  let isSignedIn = true;
  let isSigningOut = false;
  let appearance = null;
  try {
    scheme = localStorage.getItem('mh-color-scheme');
    language = localStorage.getItem('mh-language');
    isSignedIn = localStorage.getItem('mh.signedIn') !== null;
    isSigningOut = localStorage.getItem('mh.signOutUntold') !== null;
    if (isSignedIn) appearance = localStorage.getItem('mh-appearance');
  } catch {
    // Storage may be forbidden: use the colours of the system and the language of the browser.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
  // The colour of the programme (app-ui/src/shared/appearance/apply.ts).
  if (appearance && document.adoptedStyleSheets) {
    window.appearanceSheet = new CSSStyleSheet();
    window.appearanceSheet.replaceSync(appearance);
    document.adoptedStyleSheets = [window.appearanceSheet];
  }
  const spoken = (language || navigator.languages.find((tag) => /^(en|de|ar)\b/i.test(tag)) || 'en').slice(
    0,
    2,
  );
  root.lang = spoken.toLowerCase();
  // What to draw before the app (app-ui/src/first-paint).
  const [first = '', second] = location.pathname.split('/').filter(Boolean);
  const isEntry = /^(emailverify|signup|resetpassword)$/.test(first);
  const isForMembers =
    /^(chat|feed|internship|learninghub|mentorship|session|stage|survey|surveylisting|)$/.test(first);
  const page = isForMembers && !isSignedIn ? 'signin' : first || 'learninghub';
  root.dataset.firstPaint = page === 'signin' ? 'signin' : isEntry ? 'entry' : 'app';
  // The pages that greet the person.
  if (!second && /^(learninghub|mentorship)$/.test(page)) root.dataset.firstPage = page;
  root.dir = /^(ar|fa|he|ur)$/.test(root.lang) ? 'rtl' : 'ltr';

  if (isForMembers && isSignedIn && !isSigningOut) sendFirstRequests();

  // The files of the page load beside those of the app instead of after them.
  const preloads = JSON.parse(document.getElementById('preloads')?.textContent || '{}');
  for (const href of [page, `${root.dataset.firstPaint} ${root.lang}`].flatMap(
    (key) => preloads[key] || [],
  )) {
    const isScript = href.endsWith('.js');
    const link = document.createElement('link');
    link.rel = isScript ? 'modulepreload' : 'preload';
    if (!isScript) link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }

  // The form of the first paint is sent by the app, which finds the mark.
  addEventListener('submit', (event) => {
    if (!event.target.closest('#first-paint')) return;
    event.preventDefault();
    event.target.dataset.submitted = '';
  });

  // The first requests of the app, before those of its files: it takes the responses (ui-kit/src/http/first-requests.ts).
  function sendFirstRequests() {
    const headers = { accept: 'application/json', 'accept-language': root.lang };
    const refresh = fetch('/api/v2/users/refresh/', { method: 'POST', headers });
    const token = refresh.then((response) => response.clone().json()).then(({ accessToken }) => accessToken);
    const profile = token.then((value) =>
      fetch('/api/v2/users/profile/', { headers: { ...headers, authorization: `Bearer ${value}` } }),
    );
    window.firstRequests = {
      'POST /api/v2/users/refresh/': { response: refresh },
      'GET /api/v2/users/profile/': { response: profile, token },
    };
    const greet = async () => {
      const response = (await profile).clone();
      const me = response.ok ? await response.json() : {};
      // The page itself has another beginning or language, or asks for agreement to the terms first.
      if (!root.dataset.firstPage || me.newPrimaryLanguage !== root.lang || !me.hasAgreedTerms) return;
      if (page === 'mentorship' && me.mentorships.length === 0) return;
      for (const place of document.querySelectorAll('#first-paint [data-fill]')) {
        place.textContent = me[place.dataset.fill];
      }
      root.dataset.isGreeted = '';
    };
    // Without a greeting, the page begins as every other one.
    greet().catch(() => undefined);
  }
})();
