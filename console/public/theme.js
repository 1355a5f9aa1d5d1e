/* Runs before the first paint: a file of its own because the page's policy allows no inline script. */
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch {
    /* Storage may be blocked: the default theme does. */
  }
  document.documentElement.setAttribute('data-theme', theme);
})();
