/** Pages that answer 200 without content, and short pages that resemble them. */
import { bare } from '../corpus/page-layouts.ts';
import { html, type TestPage } from '../test-site.ts';
import { answer, linkSentence, live, pending, removed, rendered, type ServedPage } from './served-page.ts';

const SCRIPT = '<script>void 0</script>';
const PROSE = `<p>${'Old paths are kept open by the feet that use them, and by nothing else at all. '.repeat(8)}</p>`;
const NOTICE = `<div id="cookie-notice"><p>${'We and our partners use cookies to store and read information on your device, for advertising. '.repeat(5)}</p></div>`;
const MENU = Array.from({ length: 40 }, (_, item) => `<a href="/menu/${item}">Part ${item} of the menu</a>`).join(' ');
const framed = (body: string) => bare(`<header><a href="/">Start</a></header>${body}<footer>© The Weekend</footer>`);
const never: TestPage = () => {};

/** What a page without content shows instead. */
const UNFILLED: Readonly<Record<string, string>> = {
  'nothing between header and footer': framed(`<my-article></my-article>${SCRIPT}`),
  'a spinner': bare(`<div class="spinner"><svg width="40" height="40"></svg></div>${SCRIPT}`),
  'only its name': bare(`<h1>The Weekend</h1>${SCRIPT}`),
  'a cookie notice': bare(`<div class="view"></div>${NOTICE}${SCRIPT}`),
  'a menu': bare(`<div>${MENU}</div><div class="view"></div>${SCRIPT}`),
  '“Chargement en cours…”': bare(`<p>Chargement en cours…</p>${SCRIPT}`),
  '“Cargando artículo, por favor espere”': bare(`<p>Cargando artículo, por favor espere</p>${SCRIPT}`),
  'an apology of its framework': bare(
    `<h2>Application error: a client-side exception has occurred (see the browser console for more information).</h2>${SCRIPT}`,
  ),
  'an apology after a caught error': bare(
    `<div id="x"></div><script>try { null.x } catch { x.innerHTML = '<p>Da ist leider etwas schiefgelaufen. Bitte lade die Seite neu.</p>' }</script>`,
  ),
  'a database error': bare('<h1>Error establishing a database connection</h1>'),
  'a note on maintenance': bare('<h1>Site en maintenance</h1><p>Nous revenons bientôt.</p>'),
};

/** Short pages that were nevertheless read. */
const READ: Readonly<Record<string, string>> = {
  'a short paragraph': bare('<p>None.</p>'),
  'a short paragraph and a script': bare(`<p>None.</p>${SCRIPT}`),
  'a picture': bare('<img src="poster.jpg" alt="">'),
  'a link to another site': bare(`<a href="https://rival.example/"><img src="logo.png" alt=""></a>${SCRIPT}`),
  'an article in a header': bare(`<header><h1>Walks</h1>${PROSE}</header>${SCRIPT}`),
  'an article in a box with the class cookies-enabled': bare(
    `<div class="cookies-enabled"><main><h1>Walks</h1>${PROSE}</main></div>${SCRIPT}`,
  ),
  'words of an apology in a long article': bare(`<h1>Walks</h1>${PROSE}<p>Something went wrong.</p>${SCRIPT}`),
  'tips for garden maintenance': bare('<h1>Garden maintenance</h1><p>Loading the barrow is the worst.</p>'),
};

/** Lines of at most 80 characters, which do not count as prose, with this many characters other than spaces. */
const linesOf = (ink: number): string =>
  Array.from(
    { length: Math.ceil(ink / 60) },
    (_, line) => `<div>${'x'.repeat(Math.min(60, ink - line * 60))}</div>`,
  ).join('');

/** Both sides of each limit: 300 characters of prose, 300 of any text beside an empty place, 20 without a paragraph. */
const EDGES: readonly ServedPage[] = [
  {
    name: 'a failing script beside 299 characters of prose',
    serve: bare(`<p>${'x'.repeat(299)}</p><script>undefinedWidget()</script>`),
    expected: pending('script-failed'),
  },
  {
    name: 'a failing script beside 300 characters of prose',
    serve: bare(`<p>${'x'.repeat(300)}</p><script>undefinedWidget()</script>`),
    expected: removed('not-on-page'),
  },
  ...[
    { characters: 116, expected: pending('script-failed') },
    { characters: 120, expected: removed('not-on-page') },
  ].map(
    ({ characters, expected }): ServedPage => ({
      name: `a failing script beside ${characters} characters of Japanese prose`,
      serve: bare(`${`<p>${'靴'.repeat(characters / 2)}</p>`.repeat(2)}<script>undefinedWidget()</script>`),
      expected,
    }),
  ),
  {
    name: 'an empty place beside 299 characters',
    serve: bare(`<div id="root"></div>${linesOf(299)}${SCRIPT}`),
    expected: pending('not-filled'),
  },
  {
    name: 'an empty place beside 300 characters',
    serve: bare(`<div id="root"></div>${linesOf(300)}${SCRIPT}`),
    expected: removed('not-on-page'),
  },
  {
    name: 'an empty place beside 81 characters in one line',
    serve: bare(`<div id="root"></div><div>${'x'.repeat(81)}</div>${SCRIPT}`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a heading of 19 characters',
    serve: bare(`<h1>${'x'.repeat(19)}</h1>${SCRIPT}`),
    expected: pending('not-filled'),
  },
  {
    name: 'a heading of 20 characters',
    serve: bare(`<h1>${'x'.repeat(20)}</h1>${SCRIPT}`),
    expected: removed('not-on-page'),
  },
];

const FAILING = '<script>undefinedWidget()</script>';
const repeat = (count: number, markup: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => markup(n)).join('');

/** Content in short lines, beside which a script fails. */
const SHORT_LINES: Readonly<Record<string, string>> = {
  'a list': `<ul>${repeat(15, (n) => `<li>Tip ${n}: grease the seams in autumn</li>`)}</ul>`,
  'definitions in Chinese': `<dl>${repeat(10, (n) => `<dt>第${n}步</dt><dd>请用软布擦拭鞋面，然后上油</dd>`)}</dl>`,
  'a table': `<table>${repeat(20, (n) => `<tr><td>Size ${n}</td><td>${n * 10} mm</td><td>stock</td></tr>`)}</table>`,
  'a dialogue': repeat(15, (n) => `<p>“And then?” asked number ${n}.</p>`),
  'lines of a poem': `<div>${repeat(15, (n) => `The old path, verse ${n}, goes on<br>`)}</div>`,
  'prose under a menu without a nav': `<div>${MENU}</div><p>${'Grease the seams in autumn, and again in spring. '.repeat(8)}</p>`,
};

/** Short lines that are no content, beside which a script fails. */
const NO_CONTENT: Readonly<Record<string, string>> = {
  'a menu of scripts': `<ul>${repeat(30, (n) => `<li style="cursor:pointer">Part ${n} of the menu</li>`)}</ul>`,
  'choices of a filter': `<ul>${repeat(30, (n) => `<li><label><input type="checkbox">Color ${n} of all</label></li>`)}</ul>`,
  'a list beside the content': `<aside><ul>${repeat(30, (n) => `<li>Reader ${n} has joined</li>`)}</ul></aside>`,
  'a list of links within the site': `<ul>${repeat(30, (n) => `<li><a href="/part/${n}">Part ${n} of the menu</a></li>`)}</ul>`,
};

const shortLines: readonly ServedPage[] = [
  ...Object.entries(SHORT_LINES).map(
    ([what, body]): ServedPage => ({
      name: `a failing script beside ${what}`,
      serve: bare(body + FAILING),
      expected: removed('not-on-page'),
    }),
  ),
  ...Object.entries(NO_CONTENT).map(
    ([what, body]): ServedPage => ({
      name: `a failing script beside ${what}`,
      serve: bare(body + FAILING),
      expected: pending('script-failed'),
    }),
  ),
];

/** A page with files from another site of this machine. */
const foreign =
  (page: (folder: string) => string): TestPage =>
  (request, response) =>
    html(response, page(`http://localhost:${request.headers.host?.split(':')[1]}${request.url}`));

const SIGN_IN_BOX = '<header><form><input name="u"><input type="password"><button>Sign in</button></form></header>';

/** Short pages with a sign-in box in their header. */
const boxes: readonly ServedPage[] = [
  {
    name: 'a short page with the link and a sign-in box in its header',
    serve: bare(`${SIGN_IN_BOX}<main>${linkSentence()}</main>`),
    expected: live('hand-sewn shoes'),
  },
  {
    name: 'a short app with the link and a sign-in box in its header',
    serve: bare(
      `${SIGN_IN_BOX}<main id="x"></main><script>x.innerHTML = '<a href="https://www.client' + '.example/shoes/">the shop</a>'</script>`,
    ),
    expected: rendered('the shop'),
  },
  {
    name: 'a short page without the link and with a sign-in box in its header',
    serve: bare(`${SIGN_IN_BOX}<main>${PROSE.slice(0, 500)}</main>`),
    expected: removed('not-on-page'),
  },
];

export const servedWithoutContent: readonly ServedPage[] = [
  ...boxes,
  ...Object.entries(UNFILLED).map(
    ([what, serve]): ServedPage => ({ name: `a page that shows ${what}`, serve, expected: pending('not-filled') }),
  ),
  ...Object.entries(READ).map(
    ([what, serve]): ServedPage => ({ name: `a page with ${what}`, serve, expected: removed('not-on-page') }),
  ),
  ...EDGES,
  ...shortLines,
  ...['null', 'OK'].map(
    (body): ServedPage => ({
      name: `a page that consists of ${body}`,
      serve: answer(body),
      expected: pending('not-filled'),
    }),
  ),
  ...['&nbsp;', '<!-- ok -->', '<noscript><img src="/pixel.gif"></noscript>', '<img src="/pixel.gif" width="1">'].map(
    (body): ServedPage => ({
      name: `a page that consists of ${body}`,
      serve: answer(`<body>${body}</body>`),
      expected: pending('empty-page'),
    }),
  ),
  {
    name: 'a page whose data comes from another site and answers 503',
    serve: foreign((folder) =>
      framed(
        `<div id="x"></div><script>fetch('${folder}data').catch(() => {}).then(() => { x.innerHTML = '<p>This article is away.</p>' })</script>`,
      ),
    ),
    also: { data: answer('', { 'access-control-allow-origin': '*' }, 503) },
    expected: pending('data-failed'),
  },
  {
    name: 'a page without the link behind a style sheet of another site that never comes',
    serve: foreign((folder) => bare(`${PROSE}${SCRIPT}`, `<link rel="stylesheet" href="${folder}never.css">`)),
    also: { 'never.css': never },
    expected: removed('not-on-page'),
  },
  {
    name: 'an app behind a style sheet of another site that never comes',
    serve: foreign((folder) =>
      bare(
        `<div id="root"></div><script>root.innerHTML = '<a href="https://www.client' + '.example/shoes/">the shop</a>'</script>`,
        `<link rel="stylesheet" href="${folder}never.css">`,
      ),
    ),
    also: { 'never.css': never },
    expected: rendered('the shop'),
  },
];
