/* Runs before the first paint: a file of its own because the page's policy allows no inline script. */
(() => {
  /* A share page follows its visitor's system until they choose. */
  const follows = location.pathname.startsWith('/share/') && matchMedia('(prefers-color-scheme: dark)').matches;
  let theme = follows ? 'dark' : 'light';
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'dark' || chosen === 'light') theme = chosen;
  } catch {
    /* Storage may be blocked: the default theme does. */
  }
  document.documentElement.setAttribute('data-theme', theme);
})();
