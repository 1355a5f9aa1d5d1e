/* Runs before the first paint: a file of its own because the page's policy allows no inline script. */
(() => {
  const page = document.documentElement;
  /* A share page follows its visitor's system until they choose. */
  const follows = location.pathname.startsWith('/share/') && matchMedia('(prefers-color-scheme: dark)').matches;
  let theme = follows ? 'dark' : 'light';
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'dark' || chosen === 'light') theme = chosen;
  } catch {
    /* Storage may be blocked: the default theme does. */
  }
  page.setAttribute('data-theme', theme);
  /* The frame of index.html: without a sidebar on public pages, with its icons only as use-sidebar.ts would show it. */
  const [, sidebar] = /(?:^|; )sidebar_state=(true|false)/.exec(document.cookie) ?? [];
  const wide = sidebar === undefined ? innerWidth >= 1024 : sidebar === 'true';
  page.setAttribute('data-frame', /^\/(share|invite)\//.test(location.pathname) ? 'public' : wide ? 'open' : 'icons');
})();
