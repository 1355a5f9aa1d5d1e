/** The whole system on clocks that the test moves. */
import test from 'ava';
import { request } from 'undici';
import { SHORT_WAIT_MS } from '../../../command-service/scheduled/clock-trust.ts';
import type { ReadyAnswer } from '../../../query-service/contract/answers/command-results.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { startServer } from '../apps/server.ts';
import { testClocks } from '../clock.ts';
import { article, startPageServer } from '../fakes/page-server.ts';
import { waitUntil } from '../wait-until.ts';

const DAY = 24 * 60 * 60 * 1000;
const CLIENT = 'https://client.example/tea';

test('a server whose clock was briefly 31 days ahead loses nothing and resumes its checks', async (t) => {
  const pages = await startPageServer();
  const clocks = testClocks();
  const app = await startServer([pages.host], { CHECKER_RENDER: 'never' }, clocks);
  t.teardown(async () => {
    await app.close();
    await pages.close();
  });
  const clock = async () => {
    const answer = await request(`${app.url}/api/ready`);
    t.is(answer.statusCode, 200);
    return ((await answer.body.json()) as ReadyAnswer).clock;
  };
  clocks.pass(SHORT_WAIT_MS);
  t.deepEqual(await clock(), { trusted: true, message: 'The system clock is steady.' });

  pages.set('/post', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const ann = await app.signIn('ann@example.com');
  const add = async () => {
    const body = { articleLink: pages.at('/post'), clientLink: CLIENT, allowDuplicate: true };
    return (await ann.send<{ id: string }>('POST', '/api/links', body)).body.id;
  };
  const [watched, trashed] = [await add(), await add()];
  t.is((await ann.send('DELETE', `/api/links/${trashed}`)).status, 204);

  clocks.jump(31 * DAY);
  t.regex((await clock()).message, /^The system clock jumped ahead by 31 days\./);
  // Her session of 30 days is over by this clock.
  t.is((await ann.get('/api/links')).status, 401);
  const later = await app.signIn('ann@example.com');
  const lastChecked = async () => {
    const { body } = await later.get<LinkAnswer>(`/api/links/${watched}`);
    return Date.parse(body.lastChecked ?? '') - Date.now();
  };
  await waitUntil(async () => (await lastChecked()) > 30 * DAY);

  clocks.jump(-31 * DAY);
  t.regex((await clock()).message, /^The system clock jumped back by 31 days\./);
  clocks.pass(SHORT_WAIT_MS);
  t.true((await clock()).trusted);
  await waitUntil(async () => (await lastChecked()) < DAY);
  t.is((await ann.get('/api/links')).status, 200);
  const trash = (await ann.get<readonly LinkAnswer[]>('/api/trash')).body;
  t.deepEqual(
    trash.map(({ id }) => id),
    [trashed],
  );
});
