import test from 'ava';
import { EXPECTED } from './article.ts';
import { startArticles } from './articles.ts';

async function serve() {
  const articles = await startArticles();
  return { articles, [Symbol.asyncDispose]: () => articles.close() };
}

const read = async (address: string) => (await fetch(address)).text();

test('every page that is to prove a link carries it, and no page that is to prove its absence does', async (t) => {
  await using server = await serve();
  const { articles } = server;
  t.is(articles.promised.length, 42);
  for (const { kind, articleLink, clientLink } of articles.promised) {
    if (kind === 'slow') continue;
    const html = (await read(articleLink)).replaceAll(/<!--.*?-->/gs, '');
    const base = /<base href="([^"]+)"/.exec(html)?.[1] ?? articleLink;
    const hrefs = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => new URL(href!, base).href);
    t.is(
      hrefs.includes(new URL(clientLink).href),
      EXPECTED[kind].reason === 'found-static',
      `${kind}: ${articleLink} and ${clientLink}`,
    );
  }
});

test('a page loses its links and gets them back while the server runs', async (t) => {
  await using server = await serve();
  const { articles } = server;
  const { slug, articleLink, clientLink } = articles.one('live');
  articles.remove(slug);
  t.false((await read(articleLink)).includes(clientLink));
  articles.restore(slug);
  t.true((await read(articleLink)).includes(clientLink));
});

test('the list of all pages switches a link off and on by a form', async (t) => {
  await using server = await serve();
  const { articles } = server;
  const { slug, articleLink, clientLink } = articles.one('live');
  const press = () => fetch(articles.origin, { method: 'POST', body: new URLSearchParams({ slug }) });
  t.true((await (await press()).text()).includes('Put the link back'));
  t.false((await read(articleLink)).includes(clientLink));
  await press();
  t.true((await read(articleLink)).includes(clientLink));
});

test('a redirected article is reached by 301, then 302', async (t) => {
  await using server = await serve();
  const first = await fetch(server.articles.urlOf('redirected'), { redirect: 'manual' });
  const second = await fetch(first.headers.get('location')!, { redirect: 'manual' });
  const third = await fetch(second.headers.get('location')!, { redirect: 'manual' });
  t.deepEqual([first.status, second.status, third.status], [301, 302, 200]);
});

test('closing the server cuts off a page that never ends', async (t) => {
  const articles = await startArticles();
  const { body } = await fetch(articles.urlOf('slow'));
  const reader = body!.getReader();
  t.false((await reader.read()).done);
  await articles.close();
  await t.throwsAsync(async () => {
    while (!(await reader.read()).done);
  });
});

test('a page that does not exist answers 404, an article nobody knows is a mistake', async (t) => {
  await using server = await serve();
  for (const path of [
    '/nowhere',
    '/slow-spoke/nothing',
    '/pictures/none/a.svg',
    '/texts/none/a',
    '/slow-spoke/first-winter/en/',
  ]) {
    t.is((await fetch(server.articles.origin + path)).status, 404, path);
  }
  t.throws(() => server.articles.urlOf('nobody-wrote-this'), { instanceOf: RangeError });
});
