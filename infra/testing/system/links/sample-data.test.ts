/** Sample data through the API, on the whole system: read by a cookie, apart from everything real. */
import test from 'ava';
import { request } from 'undici';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { ActivityPageAnswer } from '../../../../query-service/contract/answers/as-of.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { SAMPLE_COOKIE } from '../../../../query-service/contract/sample-data.ts';
import { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

/** Reads as the browser of a person who looks at the sample data. */
async function readSample<T>(cookie: string, path: string, headers: Record<string, string> = {}) {
  const { statusCode: status, body } = await request(app.url + path, {
    headers: { ...headers, Cookie: `${cookie}; ${SAMPLE_COOKIE}=1` },
  });
  return { status, body: (await body.json()) as T };
}

test('with its cookie, a browser reads the sample data in place of its person’s links', async (t) => {
  const person = await app.signIn('newcomer@example.com');
  const own = { articleLink: 'http://127.0.0.1/own', clientLink: 'http://127.0.0.1/client' };
  await person.send('POST', '/api/links', own);
  const read = <T>(path: string) => readSample<T>(person.cookieHeader, path);

  const { body: links } = await read<LinkAnswer[]>('/api/links');
  t.is(links.length, 40);
  t.false(links.some(({ articleLink }) => articleLink === own.articleLink));
  t.true(links.every(({ checking, teamName }) => !checking && teamName === 'Fairwind Outreach'));
  const { body: stats } = await read<StatsAnswer>('/api/stats');
  const day = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const { body: past } = await read<StatsAnswer>(`/api/stats?asOf=${day}`);
  t.true(past.total > 10 && past.total < stats.total);
  const { body: activity } = await read<ActivityPageAnswer>(`/api/activity?from=${day}`);
  t.true(activity.counts.lost > 10);
  t.is((await read<UserAnswer>('/api/auth/user')).body.email, 'newcomer@example.com');

  const { body: mine } = await person.get<LinkAnswer[]>('/api/links');
  t.deepEqual(
    mine.map(({ articleLink }) => articleLink),
    [own.articleLink],
  );
});

test('sample data is for signed-in people, is not read by API tokens, and is never changed', async (t) => {
  t.is((await readSample('', '/api/links')).status, 401);
  const person = await app.signIn('token@example.com');
  const { body: made } = await person.send<{ token: string }>('POST', '/api/tokens', {
    name: 'Reader',
    access: 'read',
  });
  const byToken = await readSample<LinkAnswer[]>('', '/api/links', { Authorization: `Bearer ${made.token}` });
  t.deepEqual(byToken.body, []);

  const { body: links } = await readSample<LinkAnswer[]>(person.cookieHeader, '/api/links');
  const cookie = { Cookie: `${person.cookieHeader}; ${SAMPLE_COOKIE}=1` };
  for (const [method, path] of [
    ['DELETE', `/api/links/${links[0]?.id}`],
    ['POST', `/api/links/${links[0]?.id}/recheck`],
  ] as const) {
    const { statusCode } = await request(app.url + path, { method, headers: { ...cookie, Origin: app.url } });
    t.is(statusCode, 404, path);
  }
  t.is((await new Visitor(app.url).get('/api/links')).status, 401);
});
