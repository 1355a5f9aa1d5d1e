import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { openQueries, until } from '../../infra/testing/apps/query-app.ts';
import {
  joinedTeam,
  linkAdded,
  linkPlaced,
  storeOf,
  teamCreated,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { CHANGED_LISTS, type ChangedMessage } from '../contract/answers/changes.ts';
import type { StreamTimes } from '../live/live-stream.ts';

interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: ChangedMessage;
  readonly retry?: string;
}

type Queries = Awaited<ReturnType<typeof openQueries>>;

/** Opens a stream and reads it frame by frame; a comment is a frame without fields. */
async function listen(queries: Queries, headers: Record<string, string> = {}, user = 'ann', query = '') {
  const answer = await request(`${queries.url}/api/stream${query}`, {
    dispatcher: queries.agent,
    headers: { 'X-Test-User': user, ...headers },
  });
  const chunks = answer.body.setEncoding('utf8')[Symbol.asyncIterator]();
  let buffer = '';
  const next = async (): Promise<Frame | null> => {
    while (!buffer.includes('\n\n')) {
      const chunk = await chunks.next();
      if (chunk.done) return null;
      buffer += chunk.value;
    }
    const end = buffer.indexOf('\n\n');
    const lines = buffer.slice(0, end).split('\n');
    buffer = buffer.slice(end + 2);
    const fields = lines.filter((line) => !line.startsWith(':')).map((line) => line.split(/: (.*)/s));
    const frame = Object.fromEntries(fields);
    return frame.data === undefined ? frame : { ...frame, data: JSON.parse(frame.data) };
  };
  return { headers: answer.headers, status: answer.statusCode, next, leave: () => answer.body.destroy() };
}

function open(t: ExecutionContext, stream: StreamTimes = {}) {
  return openQueries(t, { stream: { quietMs: 0, ...stream } });
}

test('a change reaches the people who see it, with the position to read at', async (t) => {
  const queries = await open(t);
  const stream = await listen(queries);
  t.is(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
  t.is(stream.headers['cache-control'], 'no-store');
  t.deepEqual(await stream.next(), { retry: '3000', id: '0' });
  await queries.given([linkAdded('theirs', { scope: 'user:bob' })], [userRegistered('bob')]);
  const position = await queries.given([linkAdded('l1')]);
  t.deepEqual(await stream.next(), {
    id: String(position),
    event: 'changed',
    data: { lists: ['links', 'stats', 'clients'], linkIds: ['l1'], position },
  });
  await queries.given([linkPlaced('LinkTrashed', 'l1')]);
  t.deepEqual((await stream.next())?.data?.lists, ['links', 'stats', 'clients', 'trash']);
  await queries.given([userRegistered('ann')]);
  t.deepEqual((await stream.next())?.data, { lists: ['profile'], linkIds: [], position: 5 });
});

test('many changes at once cause one message that names no links', async (t) => {
  const queries = await open(t);
  const stream = await listen(queries);
  await stream.next();
  const added = Array.from({ length: 101 }, (_, n) => linkAdded(`l${n}`));
  await queries.given(...added.map((event): [typeof event] => [event]));
  const seen: (readonly string[] | null)[] = [];
  let position = 0;
  while (position < 101) {
    const frame = await stream.next();
    seen.push(frame?.data?.linkIds ?? null);
    position = frame?.data?.position ?? 101;
  }
  t.deepEqual(seen, [null]);
});

test('a stream that begins while the view of a new team is behind includes the changes of the team', async (t) => {
  let isBehind = true;
  const queries = await openQueries(t, { stream: { quietMs: 0 } }, (reads) => ({
    ...storeOf(reads),
    getMany: async (view, ids) => (view.name === teams.name && isBehind ? [] : reads.getMany(view, ids)),
  }));
  await queries.given([teamCreated('t1', 'ann')]);
  const stream = await listen(queries);
  await stream.next();
  isBehind = false;
  await queries.given([linkAdded('l1', { scope: 'team:t1' })]);
  t.deepEqual((await stream.next())?.data?.linkIds, ['l1']);
});

test('a reconnecting browser reloads everything if it may have missed a change', async (t) => {
  const queries = await open(t);
  await queries.given([linkAdded('l1')]);
  const missed = {
    id: '1',
    event: 'changed',
    data: { lists: CHANGED_LISTS, linkIds: null, position: 1 },
  };
  for (const lastSeen of ['0', 'nonsense']) {
    const stream = await listen(queries, { 'Last-Event-ID': lastSeen });
    t.is((await stream.next())?.id, '1');
    t.deepEqual(await stream.next(), missed, lastSeen);
  }
  const stream = await listen(queries, { 'Last-Event-ID': '1' });
  await stream.next();
  await queries.given([linkAdded('l2')]);
  t.deepEqual((await stream.next())?.data?.linkIds, ['l2']);
});

test('a change between the first read and the stream is reported at once', async (t) => {
  const queries = await open(t);
  await queries.given([userRegistered('ann')], [linkAdded('l1')]);
  const { headers } = await queries.get('/api/auth/user');
  const since = headers['x-position'];
  t.is(since, '2');
  const quiet = await listen(queries, {}, 'ann', `?after=${since}`);
  await quiet.next();
  await queries.given([linkAdded('l2')]);
  t.deepEqual((await quiet.next())?.data?.linkIds, ['l2']);
  const late = await listen(queries, {}, 'ann', `?after=${since}`);
  await late.next();
  t.deepEqual((await late.next())?.data, { lists: CHANGED_LISTS, linkIds: null, position: 3 });
  const again = await listen(queries, { 'Last-Event-ID': '3' }, 'ann', `?after=${since}`);
  await again.next();
  await queries.given([linkAdded('l3')]);
  t.deepEqual((await again.next())?.data?.linkIds, ['l3']);
});

test('a comment keeps a silent stream open', async (t) => {
  const queries = await open(t, { heartbeatMs: 10 });
  const stream = await listen(queries);
  await stream.next();
  t.deepEqual(await stream.next(), {});
  t.deepEqual(await stream.next(), {});
});

test('a stream ends with the session it was opened in', async (t) => {
  let stands = true;
  const sessions = { list: async () => [], isValid: async () => stands };
  const queries = await openQueries(t, { stream: { heartbeatMs: 10 }, sessions });
  const stream = await listen(queries);
  await stream.next();
  t.deepEqual(await stream.next(), {});
  stands = false;
  while ((await stream.next()) !== null);
  await until(() => queries.changes.audience === 0);
  t.pass();
});

test('a closed connection leaves no listener', async (t) => {
  const queries = await open(t);
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.message);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const streams = await Promise.all(Array.from({ length: 30 }, () => listen(queries)));
  t.is(queries.changes.audience, 30);
  for (const stream of streams) stream.leave();
  await until(() => queries.changes.audience === 0);
  await queries.given([linkAdded('l1')]);
  t.deepEqual(warnings, []);
});

test('a stream ends when the server drains', async (t) => {
  const queries = await open(t);
  const stream = await listen(queries);
  await stream.next();
  queries.stopping.abort();
  t.is(await stream.next(), null);
  t.is(queries.changes.audience, 0);
  t.is(await listen(queries).then((late) => late.next().then(() => late.next())), null);
});

test('a stream ends after its lifetime, so that an ended session is noticed', async (t) => {
  const queries = await open(t, { lifeMs: 10 });
  const stream = await listen(queries);
  t.is((await stream.next())?.id, '0');
  t.is(await stream.next(), null);
  t.is(queries.changes.audience, 0);
});

test('a HEAD request leaves no listener', async (t) => {
  const queries = await open(t);
  const answer = await request(`${queries.url}/api/stream`, {
    method: 'HEAD',
    dispatcher: queries.agent,
    headers: { 'X-Test-User': 'ann' },
  });
  t.is(answer.statusCode, 200);
  await until(() => queries.changes.audience === 0);
  t.pass();
});

test('joining a team adds its changes to an open stream, and removal ends them', async (t) => {
  const queries = await open(t);
  await queries.given([teamCreated('t1', 'ann')]);
  const stream = await listen(queries, {}, 'bob');
  await stream.next();
  await queries.given([linkAdded('early', { scope: 'team:t1' })]);
  const joined = await queries.given([joinedTeam('t1', 'bob')]);
  const message = (await stream.next())?.data;
  t.is(message?.position, joined);
  t.is(message?.linkIds, null);
  t.true(message?.lists.includes('teams') && message.lists.includes('links'));
  await queries.given([linkAdded('l1', { scope: 'team:t1' })]);
  while (!(await stream.next())?.data?.linkIds?.includes('l1'));
  const removed = await queries.given([
    { type: 'MemberRemoved', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } },
  ]);
  await queries.given([linkAdded('l2', { scope: 'team:t1' })]);
  const position = await queries.given([linkAdded('own', { scope: 'user:bob' })]);
  const rest: ChangedMessage[] = [];
  while (rest.at(-1)?.position !== position) rest.push((await stream.next())?.data ?? ({} as ChangedMessage));
  t.true(rest.every(({ linkIds }) => !linkIds?.includes('l2')));
  t.true(rest.some((each) => each.position === removed && each.lists.includes('links')));
});

test('a person with the most streams is refused with a message until one ends, and others are not', async (t) => {
  const queries = await open(t);
  const streams = await Promise.all(Array.from({ length: 40 }, () => listen(queries)));
  const refused = await queries.get<{ code: string; message: string }>('/api/stream');
  t.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [429, 'too-many-at-once', '10']);
  t.regex(refused.body.message, /^You already have 40 event streams in progress/);
  t.is((await listen(queries, {}, 'bob')).status, 200);
  streams[0]?.leave();
  await until(() => queries.changes.audience === 40);
  t.is((await listen(queries)).status, 200);
});
