/* Draws the document of the server that this page came from. A file, because the content policy allows no inline script. */
const dark = matchMedia('(prefers-color-scheme: dark)');

/** As the app does it: what was chosen there, else what the system says. `dark-mode` is the library's own word. */
function paint() {
  let scheme = null;
  try {
    scheme = localStorage.getItem('mh-color-scheme');
  } catch {
    // Storage may be forbidden.
  }
  if (scheme !== 'light' && scheme !== 'dark') scheme = dark.matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  document.documentElement.classList.toggle('dark-mode', scheme === 'dark');
}

paint();
dark.addEventListener('change', paint);

window.SwaggerUIBundle({
  domNode: document.getElementById('api'),
  url: '/api/openapi.json',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // Nothing of this installation is told to anybody else.
  validatorUrl: null,
});
