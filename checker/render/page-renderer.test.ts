import test from 'ava';
import type { Visit } from '../../command-service/contract/observation.ts';
import { type Checker, openChecker } from '../check.ts';
import { article, html, recordingLog, redirect, type Site, startSite, type TestPage } from '../testing/test-site.ts';

const CLIENT = 'https://client.example/shop';
const anchor = (text: string, more = '') => `<a href="${CLIENT}" ${more}>${text}</a>`;
const write = (markup: string) => `<script>document.write(${JSON.stringify(markup).replaceAll('</', '<\\/')})</script>`;
const TIMEOUT_MS = 30_000;
const patience = { dwellMs: 800, quietMs: 400, settleMs: 4_000, hungMs: 3_000 };

let site: Site;
let checker: Checker;
/** For pages on which a visit waits until its time limit. */
let brief: Checker;
const pages: Record<string, TestPage> = {};

test.before(async () => {
  site = await startSite(pages);
  const options = { logger: recordingLog(), allowHosts: [site.host], patience };
  checker = openChecker({ ...options, timeoutMs: TIMEOUT_MS });
  brief = openChecker({ ...options, timeoutMs: TIMEOUT_MS / 2 });
});
test.after.always(async () => {
  await Promise.all([checker?.close(), brief?.close()]);
  await site?.close();
});

/** Serves a page and checks it; returns the verdict and the browser's visit. */
async function check(path: string, page: TestPage, client = CLIENT, by = checker) {
  pages[path] = page;
  const result = (await by.check(site.url(path), [client])).get(client);
  const visit = result?.observation.visits.find(({ by }) => by === 'browser');
  if (result === undefined || visit === undefined) throw new Error('no browser visit');
  return { verdict: result.verdict, visit };
}

const first = (visit: Visit) => visit.matches[0];

test('a link that scripts add later is found with its rel, and images are not loaded', async (t) => {
  pages['/data'] = (_request, response) => html(response, anchor('the <b>shop</b>', 'rel="ugc NoFollow"'));
  const { verdict, visit } = await check(
    '/late',
    article(
      `<div id="x"></div><img src="/picture"><script>
       setTimeout(() => fetch('/data').then((r) => r.text()).then((text) => { x.innerHTML = text }), 400)</script>`,
      '<meta name="robots" content="noindex">',
    ),
  );
  t.like(verdict, { status: 'live', reason: 'found-rendered', anchor: 'the shop', linkType: 'nofollow' });
  t.deepEqual(first(visit)?.rel, ['ugc', 'nofollow']);
  t.like(visit, { httpStatus: 200, title: 'Ten tips for gardens', metaRobots: 'noindex', complete: true });
  t.false(site.asked.includes('/picture'));
});

test('a link counts as removed only after the page has settled without it', async (t) => {
  const near = 'https://client.example/other';
  const { verdict, visit } = await check('/none', article(write(`<a href="${near}">other</a>`)));
  t.like(verdict, { status: 'removed', reason: 'not-on-page' });
  t.true(visit.complete);
  t.is(visit.nearest[0]?.href, near);
  t.is(visit.linkCount, 3);
});

test('links in open shadow roots and same-origin frames are found, with their place', async (t) => {
  const shadow = await check(
    '/shadow',
    article(
      `<div id="outer"></div><script>
       const root = outer.attachShadow({ mode: 'open' }); root.innerHTML = '<div></div>';
       root.firstChild.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(anchor('deep'))}</script>`,
    ),
  );
  t.like(first(shadow.visit), { anchor: 'deep', where: 'shadow-root' });
  pages['/inner'] = anchor('inside');
  const frame = await check('/frame', article('<iframe src="/inner"></iframe>'));
  t.like(first(frame.visit), { anchor: 'inside', where: 'frame' });
  const shadowed = `<div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<svg><iframe /></svg><a href="${CLIENT}">in it all</a>'</script>`;
  pages['/innermost'] = shadowed;
  pages['/middle'] = '<iframe src="/innermost"></iframe>';
  const nested = await check(
    '/nested',
    article('<iframe src="/middle"></iframe><iframe src="http://127.0.0.1:1/"></iframe>'),
  );
  t.like(first(nested.visit), { anchor: 'in it all', where: 'frame' });
});

test('an invisible link is found and marked hidden', async (t) => {
  const cases: [string, boolean][] = [
    [`<p style="display:none">${anchor('a')}</p>`, true],
    [`<p style="visibility:hidden">${anchor('a')}</p>`, true],
    [`<p style="opacity:0">${anchor('a')}</p>`, true],
    [anchor(''), true],
    [
      `<div style="width:0;height:0;overflow:hidden">${anchor('a', 'style="display:block;width:0;height:0"')}</div>`,
      true,
    ],
    [anchor('plain'), false],
    [anchor('<img src="/x" alt="our shop">'), false],
  ];
  for (const [n, [markup, hidden]] of cases.entries()) {
    const { visit, verdict } = await check(`/hidden-${n}`, article(write(markup)));
    t.is(verdict.status, 'live', markup);
    t.is(first(visit)?.hidden ?? false, hidden, markup);
  }
});

test('a page cannot hide or forge a link by overriding built-ins or naming elements after them', async (t) => {
  const overrides = `<script>
    const none = () => [];
    Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = none;
    Element.prototype.getAttribute = () => null;
    for (const [p, name] of [[Element.prototype, 'outerHTML'], [Element.prototype, 'localName'], [Document.prototype, 'readyState']])
      Object.defineProperty(p, name, { get: () => '' });
    window.MutationObserver = window.URL = null; JSON.stringify = () => '{}';
  </script>
  <img name="querySelectorAll"><img name="createTreeWalker"><form name="documentElement"></form><form name="readyState"></form>`;
  const hiding = await check('/hiding', article(overrides + write(anchor('here all the same'))));
  t.is(first(hiding.visit)?.anchor, 'here all the same');
  const forging = await check(
    '/forging',
    article(`<script>
      const fake = document.createElement('a'); fake.href = '${CLIENT}'; fake.textContent = 'forged';
      Document.prototype.querySelectorAll = () => [fake];
      Object.defineProperty(HTMLAnchorElement.prototype, 'href', { get: () => '${CLIENT}' });
      Object.defineProperty(Document.prototype, 'links', { get: () => [fake] });
    </script>`),
  );
  t.is(forging.verdict.status, 'removed');
});

test('redirects, meta refreshes and navigations by script are hops', async (t) => {
  pages['/target'] = article(write(anchor('x')));
  pages['/step'] = redirect('/target');
  const { visit } = await check('/moved', article(`<script>location.href = '/step'</script>`));
  t.is(visit.finalUrl, site.url('/target'));
  t.deepEqual(visit.hops, [
    { url: site.url('/moved'), via: 200 },
    { url: site.url('/step'), via: 302 },
  ]);
  const refreshed = await check('/refreshed', article(write('<meta http-equiv=refresh content="0;url=/target">')));
  t.deepEqual(refreshed.visit.hops, [{ url: site.url('/refreshed'), via: 'meta-refresh' }]);
});

test('a page that navigates forever, or to a refused address, fails with a reason', async (t) => {
  const reload = await check('/reload', article(`<script>location.href = '/reload?' + Math.random()</script>`));
  t.like(reload.verdict, { status: 'pending', reason: 'redirect-loop' });
  const metadata = await check('/metadata', article(`<script>location.href = 'http://169.254.169.254/'</script>`));
  t.is(metadata.visit.error?.code, 'address-not-allowed');
  t.regex(metadata.visit.error?.message ?? '', /cloud metadata/);
  const blob = await check(
    '/blob',
    article(
      `<script>location.href = URL.createObjectURL(new Blob([${JSON.stringify(anchor('x'))}], { type: 'text/html' }))</script>`,
    ),
  );
  t.is(blob.visit.error?.code, 'address-not-allowed');
  t.is(blob.visit.matches.length, 0);
});

test('a page that blocks its thread is read in its present state', async (t) => {
  const hang = '<script>while (true) {}</script>';
  const without = await check('/hang', article(hang));
  t.like(without.verdict, { status: 'pending', reason: 'still-loading' });
  t.is(without.visit.error?.message, 'the page’s scripts do not end');
  const link = await check('/hang-after', article(write(anchor('before')) + hang));
  t.like(link.verdict, { status: 'live', anchor: 'before' });
});

test('dialogs, popups, downloads and large allocations end with a verdict', async (t) => {
  const alert = await check('/alert', article('<script>while (true) alert(1)</script>'));
  t.is(alert.verdict.status, 'pending');
  const unload = await check(
    '/unload',
    article(`<script>onbeforeunload = () => 'stay'; confirm('?'); prompt('!')</script>`),
  );
  t.is(unload.verdict.status, 'removed');
  const popups = await check('/popups', article('<script>for (let i = 0; i < 100; i++) open("/popup?" + i)</script>'));
  t.is(popups.verdict.status, 'removed');
  const memory = await check(
    '/memory',
    article('<script>const kept = []; for (let i = 0; i < 200; i++) kept.push(new Uint8Array(1e6).fill(1))</script>'),
  );
  t.is(memory.verdict.status, 'removed');
  const heap = await check(
    '/heap',
    article('<script>const kept = []; for (;;) kept.push(new Array(1e6).fill(0.5))</script>'),
  );
  t.is(heap.verdict.status, 'pending');
  pages['/file'] = (_request, response) => html(response, 'x', { 'content-disposition': 'attachment; filename=x.exe' });
  const download = await check('/download', article(`<script>location.href = '/file'</script>`));
  t.not(download.verdict.status, 'live');
});

test('a script that never loads makes the visit incomplete, a long poll does not', async (t) => {
  pages['/never'] = () => {};
  const scripts = await Promise.all([
    check('/script', article('<script async src="/never"></script>'), CLIENT, brief),
    check('/blocking', article('<script src="/never"></script>'), CLIENT, brief),
  ]);
  for (const { verdict, visit } of scripts) {
    t.is(verdict.status, 'pending');
    t.is(visit.error?.message, 'the page was still loading at the time limit');
  }
  pages['/poll/never'] = () => {};
  const poll = await check('/poll', `<p>Short.</p><div id="x"></div><script>fetch('/poll/never')</script>`);
  t.like(poll.verdict, { status: 'removed' });
});

test('data of the page’s own site that never comes leaves a page open that lacks its content', async (t) => {
  pages['/never'] = () => {};
  const ask = `<script>fetch('/never').then((r) => r.text()).then((text) => { x.innerHTML = text })</script>`;
  const [short, place, whole] = await Promise.all([
    check('/data-short', `<h1>Walks in the rain</h1><p id="x">By us.</p>${ask}`, CLIENT, brief),
    check('/data-place', article(`<div id="x"></div>${ask}`), CLIENT, brief),
    check('/data-whole', article(`<script>fetch('/never')</script>`), CLIENT, brief),
  ]);
  for (const { verdict } of [short, place]) t.like(verdict, { status: 'pending', reason: 'still-loading' });
  t.like(whole.verdict, { status: 'removed', reason: 'not-on-page' });
});

test('a list whose next part is still loading at the time limit leaves the link open', async (t) => {
  pages['/never'] = () => {};
  let parts = 0;
  pages['/part'] = (_request, response) => {
    parts++;
    if (parts < 3) html(response, `<p style="height:4000px">${'Old paths are kept open by feet. '.repeat(12)}</p>`);
  };
  const { verdict } = await check(
    '/list',
    `<div id="x"></div><script>
      let isLoading = false;
      const more = async () => {
        if (isLoading) return;
        isLoading = true;
        x.insertAdjacentHTML('beforeend', await (await fetch('/part?' + Math.random())).text());
        isLoading = false;
      };
      more();
      addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 100) more() });
    </script>`,
    CLIENT,
    brief,
  );
  t.like(verdict, { status: 'pending', reason: 'still-loading' });
});

test('a page without an article that announces a refresh is not the last one', async (t) => {
  const { verdict } = await check(
    '/room',
    `<p>You are number 7.</p><meta http-equiv="refresh" content="25">`,
    CLIENT,
    brief,
  );
  t.like(verdict, { status: 'pending', reason: 'not-filled' });
  const ticker = await check('/ticker', article('<meta http-equiv="refresh" content="25">'));
  t.like(ticker.verdict, { status: 'removed', reason: 'not-on-page' });
});

test('one visit looks for several links of a page', async (t) => {
  pages['/several'] = article(write(`${anchor('one')}<a href="https://second.example/">two</a>`));
  const links = [CLIENT, 'https://www.second.example', 'https://third.example/'];
  const results = await checker.check(site.url('/several'), links);
  t.deepEqual(
    links.map((link) => results.get(link)?.verdict.status),
    ['live', 'live', 'removed'],
  );
  t.is(site.asked.filter((path) => path === '/several').length, 2);
});

test('the elements that describe a page are read from a long page as from a short one', async (t) => {
  const long = `<p>${'Old paths are kept open by the feet that use them. '.repeat(200)}</p>${'<a href="/more">more</a>'.repeat(40)}`;
  const head = '<meta name="googlebot" content="noindex"><link rel="canonical" href="/the-article">';
  for (const [path, more] of Object.entries({ '/short-facts': '', '/long-facts': long })) {
    const { visit } = await check(
      path,
      article(`${more}${write('<p>late</p>')}<svg><title>a drawing</title></svg>`, head),
    );
    t.like(visit, { title: 'Ten tips for gardens', metaRobots: 'noindex', canonical: site.url('/the-article') }, path);
    t.false(visit.challenge);
    t.is(visit.look, undefined);
    t.true(visit.bytes > 500);
  }
});

test('a page with thousands of links to the client’s site is read to its end', async (t) => {
  const others = Array.from({ length: 2_500 }, (_, n) => `<a href="https://client.example/p/${n}">${n}</a>`).join('\n');
  t.like((await check('/many', article(others))).verdict, { status: 'removed', reason: 'not-on-page' });
  const last = `${others}<a href="http://www.client.example/%73hop/">shop</a>`;
  t.like((await check('/last', article(write(last)))).verdict, { status: 'live', anchor: 'shop' });
});

test('a page cannot open windows', async (t) => {
  await check('/opens', article('<script>for (let i = 0; i < 5; i++) open("/opened?" + i)</script>'));
  t.deepEqual(
    site.asked.filter((path) => path.startsWith('/opened')),
    [],
  );
});
