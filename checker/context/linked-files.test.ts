import test from 'ava';
import { openChecker } from '../check.ts';
import { article, recordingLog, startSite, type TestPage } from '../testing/test-site.ts';

const CLIENT = 'https://client.example/shop';

test('a style sheet is requested once for all pages, and a browser looks only at a link that the sheet may hide', async (t) => {
  const sheet = (_request: unknown, response: Parameters<Exclude<TestPage, string>>[1]) =>
    void response.writeHead(200, { 'content-type': 'text/css' }).end('.unseen { display: none } .seen { color: red }');
  const page = (name: string) =>
    article(`<p class="${name}"><a href="${CLIENT}">x</a></p>`, '<link rel="stylesheet" href="/style.css">');
  const site = await startSite({
    '/style.css': sheet,
    '/one': page('seen'),
    '/two': page('seen'),
    '/three': page('unseen'),
  });
  const checker = openChecker({ logger: recordingLog(), allowHosts: [site.host], contextWaitMs: 60_000 });
  t.teardown(async () => {
    await checker.close();
    await site.close();
  });
  const tiers = async (path: string) => {
    const result = (await checker.check(site.url(path), [CLIENT])).get(CLIENT);
    return result?.observation.visits.map(({ by }) => by);
  };
  t.deepEqual(await Promise.all(['/one', '/two'].map(tiers)), [['http'], ['http']]);
  t.deepEqual(await tiers('/one'), ['http']);
  t.is(site.asked.filter((path) => path === '/style.css').length, 1);
  t.deepEqual(await tiers('/three'), ['http', 'browser']);
});
