import test from 'ava';
import { request } from 'undici';
import { EXPECTED } from '../../sample/article.ts';
import { startArticleServer } from './server.ts';

async function serve() {
  const articles = await startArticleServer();
  return { articles, [Symbol.asyncDispose]: () => articles.close() };
}

/** Requests 127.0.0.1 directly: the system's resolver may not know names under .localhost. */
const ask = (address: string) => {
  const { host, port, pathname } = new URL(address);
  return request(`http://127.0.0.1:${port}${pathname}`, { headers: { host } });
};
async function read(address: string): Promise<string> {
  const { headers, body } = await ask(address);
  const text = await body.text();
  return headers.location === undefined ? text : read(String(headers.location));
}

test('exactly the pages with a found-static verdict have their promised link in the source', async (t) => {
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

test('remove() and restore() change the links of a page while the server runs', async (t) => {
  await using server = await serve();
  const { articles } = server;
  const { slug, articleLink, clientLink } = articles.one('live');
  articles.remove(slug);
  t.false((await read(articleLink)).includes(clientLink));
  articles.restore(slug);
  t.true((await read(articleLink)).includes(clientLink));
});

test('the form on the list of pages removes and restores a link', async (t) => {
  await using server = await serve();
  const { articles } = server;
  const { slug, articleLink, clientLink } = articles.one('live');
  const press = () => fetch(articles.origin, { method: 'POST', body: new URLSearchParams({ slug }) });
  t.true((await (await press()).text()).includes('Put the link back'));
  t.false((await read(articleLink)).includes(clientLink));
  await press();
  t.true((await read(articleLink)).includes(clientLink));
});

test('a redirected article answers 301, then 302', async (t) => {
  await using server = await serve();
  const first = await ask(server.articles.urlOf('redirected'));
  const second = await ask(String(first.headers.location));
  const third = await ask(String(second.headers.location));
  t.deepEqual([first.statusCode, second.statusCode, third.statusCode], [301, 302, 200]);
});

test('close() cuts off a page that never ends', async (t) => {
  const articles = await startArticleServer();
  const { body } = await ask(articles.urlOf('slow'));
  const reader = body[Symbol.asyncIterator]();
  t.false((await reader.next()).done);
  await articles.close();
  await t.throwsAsync(async () => {
    while (!(await reader.next()).done);
  });
});

test('a missing page answers 404, and urlOf throws for an unknown article', async (t) => {
  await using server = await serve();
  const site = new URL(server.articles.urlOf('live')).origin;
  for (const address of [
    `${server.articles.origin}/nowhere`,
    `${site}/nothing`,
    `${site}/texts/nothing`,
    `${server.articles.urlOf('live')}/en/`,
  ]) {
    t.is((await ask(address)).statusCode, 404, address);
  }
  t.throws(() => server.articles.urlOf('nobody-wrote-this'), { instanceOf: RangeError });
});
