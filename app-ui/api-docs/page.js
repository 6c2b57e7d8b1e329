/* Renders the OpenAPI document of this server. A file of its own, because the content policy allows no inline script. */
const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * Applies the colour scheme of the app: the stored choice, else that of the system. `dark-mode` is a class of the
 * library.
 */
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
  // Disables the validator badge, which sends the address of the document to a third party.
  validatorUrl: null,
});
