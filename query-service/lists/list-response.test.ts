import test from 'ava';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import { linkAdded, linkPlaced, statusChanged, userRegistered } from '../../infra/testing/event-builder.ts';

test("the dashboard counts the caller's active links", async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('l1', { liveDate: '2026-03-09', duration: '1 day' })],
    [statusChanged('l1', 'pending', 'live', 'found-static')],
    [linkAdded('l2', { liveDate: '2026-03-09', duration: '31 days' })],
    [linkAdded('l3', { liveDate: '2026-03-09', duration: '32 days', clientLink: 'https://hats.example/' })],
    [linkAdded('l4', { liveDate: '2026-03-08', duration: '1 day' })],
    [statusChanged('l4', 'pending', 'removed', 'page-gone')],
    [linkAdded('trashed', { liveDate: '2026-03-09', clientLink: 'https://gone.example/' })],
    [linkPlaced('LinkTrashed', 'trashed')],
    [linkAdded('theirs', { scope: 'user:bob', clientLink: 'https://bob.example/' })],
  );
  t.deepEqual((await queries.get('/api/stats')).body, {
    total: 4,
    live: 1,
    removed: 1,
    notFound: 1,
    pending: 2,
    uniqueClients: 2,
    expiringSoon: 2,
    deviating: null,
  });
});

test('a dashboard without links shows zeros', async (t) => {
  const queries = await openQueries(t);
  t.deepEqual((await queries.get('/api/stats')).body, {
    total: 0,
    live: 0,
    removed: 0,
    notFound: 0,
    pending: 0,
    uniqueClients: 0,
    expiringSoon: 0,
    deviating: null,
  });
});

test('the trash lists newest first, with the time of permanent deletion', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('l1', { anchor: 'Shoes' })],
    [linkAdded('l2')],
    [linkAdded('l3')],
    [linkAdded('active')],
    [linkAdded('theirs', { scope: 'user:bob' })],
    [linkPlaced('LinkTrashed', 'l1'), { at: '2026-03-05T10:00:00.000Z' }],
    [linkPlaced('LinkTrashed', 'l2'), { at: '2026-03-06T10:00:00.000Z' }],
    [linkPlaced('LinkTrashed', 'l3')],
    [linkPlaced('LinkTrashed', 'theirs')],
    [linkPlaced('LinkPurged', 'l3')],
  );
  const { headers, body } = await queries.get('/api/trash');
  t.is(headers['x-total-count'], '2');
  const linkFields = {
    articleLink: 'https://blog.example/post',
    clientLink: 'https://www.client.example/shoes',
    teamId: null,
  };
  t.deepEqual(body, [
    {
      id: 'l2',
      ...linkFields,
      anchor: null,
      deletedAt: '2026-03-06T10:00:00.000Z',
      deletedByName: null,
      purgesAt: '2026-04-05T10:00:00.000Z',
    },
    {
      id: 'l1',
      ...linkFields,
      anchor: 'Shoes',
      deletedAt: '2026-03-05T10:00:00.000Z',
      deletedByName: null,
      purgesAt: '2026-04-04T10:00:00.000Z',
    },
  ]);
  t.like((await queries.get('/api/trash?page=2&pageSize=1')).body, { 0: { id: 'l1' }, length: 1 });
});

test('a user sees their own account', async (t) => {
  const queries = await openQueries(t);
  const names = { firstName: 'Ann', lastName: 'Lee', company: 'Lee & Co' };
  await queries.given([userRegistered('ann', names)]);
  const { company, ...shortNames } = names;
  t.deepEqual((await queries.get('/api/auth/user')).body, {
    id: 'ann',
    ...shortNames,
    email: 'ann@example.com',
  });
  t.deepEqual((await queries.get('/api/user/profile')).body, { ...shortNames, company, email: 'ann@example.com' });
});

test('a request waits for a user who has just registered', async (t) => {
  const queries = await openQueries(t, { patienceMs: 60_000 });
  const resume = await queries.pauseProjections();
  await queries.append([userRegistered('ann')]);
  const asked = queries.get('/api/auth/user');
  await queries.get('/api/stats');
  resume();
  t.like(await asked, { status: 200, body: { id: 'ann' } });
  t.is(queries.changes.audience, 0);
});

test('a user missing from the views gets a retry answer', async (t) => {
  const queries = await openQueries(t, { patienceMs: 20 });
  const { status, headers, body } = await queries.get('/api/user/profile');
  t.is(status, 503);
  t.is(headers['retry-after'], '1');
  t.like(body, { code: 'not-ready' });
  t.is(queries.changes.audience, 0);
});

for (const address of ['/api/auth/user', '/api/user/profile', '/api/stats', '/api/trash', '/api/stream']) {
  test(`${address} requires a session`, async (t) => {
    const queries = await openQueries(t);
    t.like(await queries.get(address, {}, ''), { status: 401, body: { code: 'signed-out' } });
  });
}

for (const address of ['/api/stats?page=1', '/api/trash?page=0', '/api/trash?status=live', '/api/stats?after=x']) {
  test(`${address} is refused`, async (t) => {
    const queries = await openQueries(t);
    t.like(await queries.get(address), { status: 400, body: { code: 'invalid' } });
  });
}
