// A script of its own, because the content policy allows none in the page.
addEventListener('online', () => location.reload());
document.querySelector('button').addEventListener('click', () => location.reload());
