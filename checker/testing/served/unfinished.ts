/** Pages that start workers or never finish loading, and pages whose content failed to load. */
import { bare } from '../corpus/page-layouts.ts';
import { html, type TestPage } from '../test-site.ts';
import {
  answer,
  blogPost,
  linkSentence,
  pending,
  removed,
  rendered,
  type ServedPage,
  WITH_LINK,
} from './served-page.ts';

const PROSE = `<p>${'Old paths are kept open by the feet that use them, and by nothing else at all. '.repeat(8)}</p>`;
const SCRIPT = { 'content-type': 'text/javascript' };
const script = (text: string) => answer(text, SCRIPT);
const never: TestPage = () => {};
/** A file that is answered once the file `release` was requested. */
const whenReleased = (file: string, text: string): Record<string, TestPage> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    [file]: (_request, response) => void released.then(() => response.end(text)),
    release: (_request, response) => {
      release();
      response.end();
    },
  };
};
const broken = (status: number) => answer('<h1>Error</h1>', {}, status);
const shell = (body: string) => bare(`<div id="root"></div>${body}`);
const post = (body: string) => blogPost(PROSE + body);
/** A page whose scripts come from another site of this machine. */
const foreign =
  (page: (host: string) => string): TestPage =>
  (request, response) =>
    html(response, page(`http://localhost:${request.headers.host?.split(':')[1]}${request.url}`));

const WORKERS: Readonly<Record<string, string>> = {
  'a dedicated worker': `new Worker('w.js')`,
  'a module worker': `new Worker('w.js', { type: 'module' })`,
  'a shared worker': `new SharedWorker('w.js')`,
  'a worker from a blob': `new Worker(URL.createObjectURL(new Blob(['self.x = 1'])))`,
  'a worker whose script never comes': `new Worker('never.js')`,
  'a worker that imports a script that never comes': `new Worker('imports.js')`,
  'a service worker': `navigator.serviceWorker.register('w.js')`,
  'a service worker that controls the page': `navigator.serviceWorker.register('claims.js')`,
};

const workers = Object.entries(WORKERS).flatMap(([what, start]): readonly ServedPage[] => {
  const also = {
    'w.js': script('self.x = 1'),
    'imports.js': script(`importScripts('never.js')`),
    'claims.js': script(
      `addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim())); addEventListener('fetch', () => {})`,
    ),
    'never.js': never,
  };
  return [
    {
      name: `a page without the link that starts ${what}`,
      serve: post(`<script>${start}</script>`),
      also,
      expected: removed('not-on-page'),
    },
  ];
});

export const servedUnfinished: readonly ServedPage[] = [
  ...workers,
  {
    name: 'a link from the data of a worker',
    serve: shell(
      `<script>const w = new Worker('w.js'); w.onmessage = ({ data }) => { root.innerHTML = data }</script>`,
    ),
    also: { 'w.js': script(`postMessage('<a href="https://www.client' + '.example/shoes/">the shop</a>')`) },
    expected: rendered('the shop'),
  },
  {
    name: 'a page without the link whose tracker of another site never comes',
    serve: foreign((host) => post(`<script async src="${host}never.js"></script>`)),
    also: { 'never.js': never },
    expected: removed('not-on-page'),
  },
  {
    name: 'a page without the link whose parser waits for a script of another site',
    serve: foreign((host) => blogPost(`<script src="${host}never.js"></script>${PROSE}`)),
    also: { 'never.js': never },
    expected: removed('not-on-page'),
  },
  {
    name: 'an app that runs after a script of another site that never comes',
    serve: foreign((host) =>
      shell(`<script defer src="${host}never.js"></script><script defer src="app.js"></script>`),
    ),
    also: {
      'never.js': never,
      'app.js': script(`root.innerHTML = '<a href="https://www.client' + '.example/shoes/">the shop</a>'`),
    },
    expected: rendered('the shop'),
  },
  {
    name: 'a link from data that comes when the page seems to be quiet',
    serve: post(
      `<div id="x"></div><script>fetch('data').then((r) => r.text()).then((text) => { x.innerHTML = text });
       setTimeout(() => fetch('release'), 6_500)</script>`,
    ),
    also: whenReleased('data', linkSentence('the shop')),
    expected: rendered('the shop'),
  },
  {
    name: 'a wall that lets a browser in when it loads the page again',
    serve: (request, response) => {
      if (/seen=1/.test(request.headers.cookie ?? '')) html(response, WITH_LINK);
      else
        html(response, bare('<p>Einen Augenblick.</p><meta http-equiv="refresh" content="2">'), {
          'set-cookie': 'seen=1',
        });
    },
    expected: rendered('hand-sewn shoes', { via: ['meta-refresh'] }),
  },
  {
    name: 'a wall against ad blockers that a blocked tracker raises',
    serve: bare(
      `<p id="post">Hello.</p><script async src="https://www.google-analytics.com/x.js" onerror="post.textContent = 'Please switch off your AdBlock.'"></script>`,
    ),
    expected: pending('not-filled'),
  },
  {
    name: 'a link behind a wall that a picture that was not loaded raises',
    serve: bare(
      `<p id="post">Hello.</p><img src="ad.svg" onload="post.innerHTML = '<a href=&quot;https://www.client' + '.example/shoes/&quot;>the shop</a>'" onerror="post.textContent = 'Bitte den Werbeblocker ausschalten.'">`,
    ),
    also: { 'ad.svg': answer('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }) },
    expected: rendered('the shop'),
  },
  {
    name: 'a short page without the link whose tracker was blocked',
    serve: bare('<p>Nothing to see.</p><script async src="https://www.google-analytics.com/x.js"></script>'),
    expected: removed('not-on-page'),
  },
  {
    name: 'a page without scripts that loads the script of another page ahead',
    serve: bare(`<link rel="preload" as="script" href="never.js">${PROSE}`),
    also: { 'never.js': never },
    expected: removed('not-on-page'),
  },
  {
    name: 'an app whose only bundle answers 503',
    serve: shell('<script src="app.js"></script>'),
    also: { 'app.js': broken(503) },
    expected: pending('script-failed'),
  },
  {
    name: 'an app whose only bundle is missing',
    serve: shell('<script type="module" src="app.js"></script>'),
    also: { 'app.js': broken(404) },
    expected: pending('script-failed'),
  },
  {
    name: 'an app whose data answers 500',
    serve: shell(`<script>fetch('api').then((r) => r.ok ? r.text() : '').then((t) => { root.innerHTML = t })</script>`),
    also: { api: broken(500) },
    expected: pending('data-failed'),
  },
  {
    name: 'an app whose data is cut off',
    serve: shell(`<p>Menu</p><script>const x = new XMLHttpRequest(); x.open('GET', 'api'); x.send()</script>`),
    also: { api: (_request, response) => response.destroy() },
    expected: pending('data-failed'),
  },
  {
    name: 'an app whose script throws',
    serve: shell('<script>const { post } = undefined; root.innerHTML = post</script>'),
    expected: pending('script-failed'),
  },
  {
    name: 'an app whose promise is rejected',
    serve: shell('<script>Promise.resolve().then(() => { throw new Error("no data") })</script>'),
    expected: pending('script-failed'),
  },
  {
    name: 'an app that only shows that it is loading',
    serve: shell('<p>Loading...</p><script>void 0</script>'),
    expected: pending('not-filled'),
  },
  {
    name: 'an app that needs scripts and fills nothing',
    serve: bare(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div class="box"></div><script>void 0</script>',
    ),
    expected: pending('not-filled'),
  },
  {
    name: 'an article without the link whose counter answers 500',
    serve: post(`<script>fetch('count', { method: 'POST' })</script>`),
    also: { count: broken(500) },
    expected: removed('not-on-page'),
  },
  {
    name: 'an article without the link whose widget fails',
    serve: post('<script src="widget.js"></script><script>widget()</script>'),
    also: { 'widget.js': broken(502) },
    expected: removed('not-on-page'),
  },
  {
    name: 'an article with the link whose bundle fails',
    serve: WITH_LINK.replace('</body>', '<script src="app.js"></script></body>'),
    also: { 'app.js': broken(503) },
    expected: { status: 'live', reason: 'found-static', anchor: 'hand-sewn shoes', linkType: 'dofollow', cause: null },
  },
  {
    name: 'a sign-in form at the address itself',
    serve: bare(
      `<form method="post"><input name="u"><input type="password" name="p"><button>OK</button></form>${linkSentence()}`,
    ),
    expected: pending('sign-in'),
  },
  {
    name: 'an article with a sign-in box',
    serve: blogPost(`${PROSE.repeat(2)}<form><input type="password"></form>`),
    expected: removed('not-on-page'),
  },
  {
    name: 'a consent wall at the address itself',
    serve: bare(
      `<h1>Cookies</h1><form action="/save-consent" method="post"><button>Ja</button></form>${linkSentence()}`,
    ),
    expected: pending('consent'),
  },
];
