import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { openQueries } from '../../../infra/testing/apps/query-app.ts';
import {
  campaignCreated,
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  shareCreated,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../../../infra/testing/event-builder.ts';
import type { EventAnswer, LedgerAnswer } from '../../contract/answers/ledger.ts';
import type { StreamTimes } from '../../live/live-stream.ts';

type Queries = Awaited<ReturnType<typeof openQueries>>;

const types = (events: readonly EventAnswer[]) => events.map(({ type }) => type);

/** A team with an owner, an editor and a viewer, and its events. */
async function agency(t: ExecutionContext) {
  const queries = await openQueries(t);
  await queries.given(
    ...['ann', 'bob', 'vic'].map((id): [ReturnType<typeof userRegistered>] => [userRegistered(id, { firstName: id })]),
    [teamCreated('t1', 'ann')],
    [joinedTeam('t1', 'bob', 'edit')],
    [joinedTeam('t1', 'vic', 'view')],
    [
      linkAdded('l1', { scope: 'team:t1', pocEmail: 'joe@example.com' }),
      { actor: 'bob', at: '2026-03-01T10:00:00.000Z' },
    ],
    [shareCreated('s1', { scope: 'team:t1', emails: ['client@example.com'], passwordHash: 'secret' })],
    [linkAdded('own', { scope: 'user:ann' })],
    [linkPlaced('LinkTrashed', 'l1'), { actor: 'ann', at: '2026-03-03T10:00:00.000Z' }],
  );
  return queries;
}

async function lines(queries: Queries, query: string, user = 'ann') {
  const answer = await request(`${queries.url}/api/events${query}`, {
    dispatcher: queries.agent,
    headers: { 'X-Test-User': user, Accept: 'application/x-ndjson' },
  });
  const text = await answer.body.text();
  const events = text.split('\n').filter((line) => line !== '');
  return { type: answer.headers['content-type'], events: events.map((line) => JSON.parse(line) as EventAnswer) };
}

test('a program reads the events that its owner may see, oldest first, and continues at a cursor', async (t) => {
  const queries = await agency(t);
  const { status, body } = await queries.get<EventAnswer[]>('/api/events?limit=4');
  t.is(status, 200);
  t.deepEqual(types(body), ['TeamCreated', 'InvitationAccepted', 'InvitationAccepted', 'LinkAdded']);
  t.like(body[3], {
    type: 'LinkAdded',
    at: '2026-03-01T10:00:00.000Z',
    actor: 'bob',
    scope: 'team:t1',
    stream: 'link-l1',
    revision: 0,
    position: 7,
    data: { linkId: 'l1', pocEmail: 'joe@example.com' },
  });
  const rest = await queries.get<EventAnswer[]>(`/api/events?after=${body[3]?.cursor}`);
  t.deepEqual(types(rest.body), ['ShareCreated', 'LinkAdded', 'LinkTrashed']);
  t.deepEqual((await queries.get(`/api/events?after=${rest.body.at(-1)?.cursor}`)).body, []);
});

test('an export that was interrupted continues with the cursor of its last line', async (t) => {
  const queries = await agency(t);
  const whole = await lines(queries, '');
  t.is(whole.type, 'application/x-ndjson; charset=utf-8');
  t.is(whole.events.length, 7);
  for (const [index, { cursor }] of whole.events.entries()) {
    const { events } = await lines(queries, `?after=${cursor}`);
    t.deepEqual(events, whole.events.slice(index + 1));
  }
  t.deepEqual((await lines(queries, '?limit=2')).events, whole.events.slice(0, 2));
});

test('an export of thousands of events is complete and in order', async (t) => {
  const queries = await openQueries(t);
  const added = Array.from({ length: 2_100 }, (_, n): [ReturnType<typeof linkAdded>] => [linkAdded(`l${n}`)]);
  await queries.given(...added);
  const { events } = await lines(queries, '');
  t.deepEqual(
    events.map(({ data }) => data.linkId),
    added.map(([{ data }]) => data.linkId),
  );
});

test('events are limited to types and to one scope', async (t) => {
  const queries = await agency(t);
  const get = async (query: string) => types((await queries.get<EventAnswer[]>(`/api/events?${query}`)).body);
  t.deepEqual(await get('types=LinkAdded,LinkTrashed'), ['LinkAdded', 'LinkAdded', 'LinkTrashed']);
  t.deepEqual(await get('scope=personal'), ['LinkAdded']);
  t.deepEqual(await get('scope=user:ann'), ['LinkAdded']);
  t.deepEqual(await get('scope=team:t1&types=LinkAdded'), ['LinkAdded']);
});

test('everyone sees exactly the events of what they see on the screens', async (t) => {
  const queries = await agency(t);
  const invitation = { teamId: 't1', invitationId: 'i1', email: 'new@example.com', name: 'Newcomer' };
  const data = { ...invitation, permission: 'view', expiresAt: '2026-04-01T00:00:00.000Z' } as const;
  await queries.given([{ type: 'MemberInvited', stream: 'team-t1', data }]);
  const seenBy = async (user: string) => (await queries.get<EventAnswer[]>('/api/events', {}, user)).body;
  t.deepEqual(types(await seenBy('vic')), [
    ...['TeamCreated', 'InvitationAccepted', 'InvitationAccepted', 'LinkAdded', 'LinkTrashed'],
  ]);
  t.true(types(await seenBy('bob')).includes('ShareCreated'));
  t.false(types(await seenBy('bob')).includes('MemberInvited'));
  t.like((await seenBy('ann')).at(-1), { type: 'MemberInvited', data: { email: 'new@example.com' } });
  t.deepEqual(await seenBy('stranger'), []);
  const all = JSON.stringify([await seenBy('ann'), await seenBy('bob'), await seenBy('vic')]);
  t.notRegex(all, /secret/);
  t.notRegex(JSON.stringify(await seenBy('vic')), /client@example\.com|new@example\.com/);
});

test('personal data is erased from the events together with their subject', async (t) => {
  const queries = await agency(t);
  await queries.given(
    [linkPlaced('LinkPurged', 'l1')],
    [{ type: 'ShareRevoked', stream: 'share-s1', data: { shareId: 's1' } }],
  );
  const { body } = await queries.get<EventAnswer[]>('/api/events');
  t.notRegex(JSON.stringify(body), /example\.com"\]|joe@|client@/);
  t.is(body.find(({ type }) => type === 'LinkAdded')?.data.pocEmail, null);
});

test('a moved link: both lists have the move once, its history moves along, and each list keeps its own events', async (t) => {
  const queries = await agency(t);
  await queries.given(
    [teamCreated('t2', 'cid')],
    [linkAdded('m1', { scope: 'team:t1' })],
    [linkMoved('m1', 'team:t1', 'team:t2')],
    [linkEdited('m1', { remarks: { from: null, to: 'after' } })],
  );
  const ofLink = async (user: string, path = '/api/events') => {
    const { body } = await queries.get<EventAnswer[]>(path, {}, user);
    return types(body.filter(({ data }) => data.linkId === 'm1'));
  };
  t.deepEqual(await ofLink('bob'), ['LinkAdded', 'LinkMoved']);
  t.deepEqual(await ofLink('cid'), ['LinkMoved', 'LinkEdited']);
  const ledgerOf = async (user: string) => {
    const { body } = await queries.get<LedgerAnswer[]>('/api/ledger?linkId=m1', {}, user);
    return types(body.map(({ event }) => event));
  };
  t.deepEqual(await ledgerOf('cid'), ['LinkEdited', 'LinkMoved', 'LinkAdded']);
  t.deepEqual(await ledgerOf('bob'), ['LinkMoved', 'LinkAdded']);
  await queries.given([joinedTeam('t2', 'bob', 'view')]);
  t.deepEqual(await ofLink('bob'), ['LinkAdded', 'LinkMoved', 'LinkEdited']);
});

const wrong: readonly [query: string, status: number, field: string | null][] = [
  ['limit=0', 400, 'limit'],
  ['limit=-1', 400, 'limit'],
  ['limit=1000000000', 400, 'limit'],
  ['limit=ten', 400, 'limit'],
  ['types=LinkAdded,Nonsense', 400, 'types'],
  ['types=TokenCreated', 400, 'types'],
  ['scope=everything', 400, 'scope'],
  ['scope=team:unknown', 404, null],
  ['scope=user:bob', 404, null],
  ['after=nonsense', 400, 'after'],
  ['after=%00%ff', 400, 'after'],
  ['unknown=1', 400, 'unknown'],
];
for (const [query, status, field] of wrong) {
  test(`GET /api/events?${query} is refused with a message`, async (t) => {
    const queries = await agency(t);
    for (const path of ['/api/events', '/api/events/stream']) {
      const isOfList = query.startsWith('limit') && path.endsWith('stream');
      const answer = await queries.get<{ message: string; fields?: object }>(`${path}?${query}`);
      t.is(answer.status, status, path);
      t.regex(answer.body.message, /\w+ \w+ \w+/);
      if (field !== null && !isOfList) t.deepEqual(Object.keys(answer.body.fields ?? {}), [field]);
    }
  });
}

test('a cursor of another log or of a missing event is refused, and the error says what to do', async (t) => {
  const queries = await agency(t);
  const other = await openQueries(t);
  await other.given([linkAdded('l1', { scope: 'user:ann' })]);
  const [foreign] = (await other.get<EventAnswer[]>('/api/events')).body;
  const never = Buffer.from(`${'9'.repeat(16)} e1`).toString('base64url');
  for (const cursor of [foreign?.cursor, never]) {
    const { status, body } = await queries.get<{ message: string }>(`/api/events?after=${cursor}`);
    t.is(status, 400);
    t.regex(body.message, /not a cursor of this ledger.*start over/);
  }
});

test('the ledger is newest first, with names, the link and its history, and continues before a cursor', async (t) => {
  const queries = await agency(t);
  const { body } = await queries.get<LedgerAnswer[]>('/api/ledger?limit=3');
  t.deepEqual(types(body.map(({ event }) => event)), ['LinkTrashed', 'LinkAdded', 'ShareCreated']);
  t.like(body[0], {
    kind: 'links',
    actorName: 'ann',
    teamId: 't1',
    teamName: 'Agency',
    history: { kind: 'trashed' },
    link: { id: 'l1', place: 'trash', articleLink: 'https://blog.example/post' },
  });
  t.like(body[1], { teamId: null, teamName: null, link: { id: 'own' } });
  t.is(body[2]?.history, null);
  const rest = await queries.get<LedgerAnswer[]>(`/api/ledger?before=${body[2]?.event.cursor}`);
  t.deepEqual(types(rest.body.map(({ event }) => event)), [
    ...['LinkAdded', 'InvitationAccepted', 'InvitationAccepted', 'TeamCreated'],
  ]);
  t.like(rest.body[1], { names: { t1: 'Agency', vic: 'vic' } });
  t.is((await queries.get('/api/ledger?before=nonsense')).status, 400);
});

test('the ledger is filtered by kind, person, client, site, campaign, link, team and days', async (t) => {
  const queries = await agency(t);
  await queries.given(
    [
      linkAdded('l2', {
        scope: 'team:t1',
        articleLink: 'https://www.news.example/a',
        clientLink: 'https://other.example/',
      }),
    ],
    [checkRequested('l2', 'c1')],
    [
      linkChecked('l2', 'c1', { status: 'live', reason: 'found-static' }),
      { actor: 'checker', at: '2026-03-05T00:00:00.000Z' },
    ],
    [statusChanged('l2', 'pending', 'live', 'found-static'), { actor: 'checker', at: '2026-03-05T00:00:00.000Z' }],
    [campaignCreated('c1', { scope: 'team:t1' })],
    [linkEdited('l2', { campaignId: { from: null, to: 'c1' } })],
    [linkPlaced('LinkTrashed', 'l2')],
  );
  const get = async (query: string) => {
    const { status, body } = await queries.get<LedgerAnswer[]>(`/api/ledger?${query}`);
    return status === 200 ? types(body.map(({ event }) => event)) : status;
  };
  t.deepEqual(await get('kind=status'), ['LinkStatusChanged']);
  t.deepEqual(await get('kind=campaigns,status'), ['CampaignCreated', 'LinkStatusChanged']);
  t.deepEqual(await get('actor=checker'), ['LinkStatusChanged', 'LinkChecked']);
  t.deepEqual(await get('clientDomain=other.example&kind=links'), ['LinkTrashed', 'LinkEdited', 'LinkAdded']);
  t.deepEqual(await get('publisher=NEWS.example&kind=checks'), ['LinkChecked', 'CheckRequested']);
  t.deepEqual(await get('campaignId=c1'), ['LinkTrashed', 'LinkEdited', 'CampaignCreated']);
  t.deepEqual(await get('campaignId=c1&kind=campaigns'), ['CampaignCreated']);
  t.deepEqual(await get('campaignId=c2'), []);
  t.deepEqual(await get('linkId=l1'), ['LinkTrashed', 'LinkAdded']);
  t.deepEqual(await get('teamId=personal'), ['LinkAdded']);
  t.deepEqual(await get('teamId=t1&dayFrom=2026-03-03&dayTo=2026-03-04'), ['LinkTrashed']);
  t.deepEqual(await get('dayFrom=2026-03-05'), ['LinkStatusChanged', 'LinkChecked']);
  t.is(await get('dayFrom=2026-03-05&dayTo=2026-03-01'), 400);
  t.is(await get('dayFrom=yesterday'), 400);
  t.is(await get('kind=nonsense'), 400);
  t.deepEqual(await get('linkId=unknown'), []);
  t.deepEqual(await get('actor=stranger&kind=links'), []);
});

/** Reads the frames of a stream, without comments. */
async function listen(queries: Queries, query = '', headers: Record<string, string> = {}, user = 'ann') {
  const answer = await request(`${queries.url}/api/events/stream${query}`, {
    dispatcher: queries.agent,
    headers: { 'X-Test-User': user, ...headers },
  });
  const chunks = answer.body.setEncoding('utf8')[Symbol.asyncIterator]();
  let buffer = '';
  const next = async (): Promise<EventAnswer | null> => {
    while (true) {
      const end = buffer.indexOf('\n\n');
      if (end === -1) {
        const chunk = await chunks.next();
        if (chunk.done) return null;
        buffer += chunk.value;
        continue;
      }
      const [, id, json] = /id: (.*)\nevent: event\ndata: (.*)/.exec(buffer.slice(0, end)) ?? [];
      buffer = buffer.slice(end + 2);
      if (json !== undefined) return { ...(JSON.parse(json) as EventAnswer), cursor: id ?? '' };
    }
  };
  return { status: answer.statusCode, type: answer.headers['content-type'], next, leave: () => answer.body.destroy() };
}

const live = (t: ExecutionContext, stream: StreamTimes = {}) => openQueries(t, { stream: { quietMs: 0, ...stream } });

test('the stream sends each event once as it happens, to those who may see it', async (t) => {
  const queries = await live(t);
  await queries.given([teamCreated('t1', 'ann')], [linkAdded('before')]);
  const stream = await listen(queries);
  t.is(stream.type, 'text/event-stream; charset=utf-8');
  await queries.given(
    [linkAdded('theirs', { scope: 'user:bob' })],
    [linkAdded('l1')],
    [linkPlaced('LinkTrashed', 'l1')],
  );
  t.like(await stream.next(), { type: 'LinkAdded', data: { linkId: 'l1' } });
  t.is((await stream.next())?.type, 'LinkTrashed');
  await queries.given([linkAdded('l2', { scope: 'team:t1' })]);
  t.like(await stream.next(), { type: 'LinkAdded', scope: 'team:t1' });
  stream.leave();
});

test('a stream that broke continues after its last event, and shows a new team from then on', async (t) => {
  const queries = await live(t);
  await queries.given([linkAdded('l1')], [linkAdded('l2')], [teamCreated('t1', 'bob')]);
  const [first] = (await queries.get<EventAnswer[]>('/api/events')).body;
  const stream = await listen(queries, '', { 'Last-Event-ID': first?.cursor ?? '' });
  t.like(await stream.next(), { data: { linkId: 'l2' } });
  await queries.given([joinedTeam('t1', 'ann', 'view')], [linkAdded('l3', { scope: 'team:t1' })]);
  const later = [await stream.next(), await stream.next()];
  t.true(later.some((event) => event?.data.linkId === 'l3') || (await stream.next())?.data.linkId === 'l3');
  stream.leave();
});

test('the stream is limited to types and a scope', async (t) => {
  const queries = await live(t);
  const stream = await listen(queries, '?types=LinkTrashed&scope=personal');
  await queries.given([linkAdded('l1')], [linkPlaced('LinkTrashed', 'l1')]);
  t.is((await stream.next())?.type, 'LinkTrashed');
  stream.leave();
});

test('the stream ends with the session', async (t) => {
  let valid = true;
  const queries = await openQueries(t, {
    sessions: { list: async () => [], isValid: async () => valid },
    stream: { quietMs: 0, heartbeatMs: 20 },
  });
  const stream = await listen(queries);
  valid = false;
  t.is(await stream.next(), null);
});

test('the schema has the shape of each event type in the ledger', async (t) => {
  const queries = await agency(t);
  const { status, headers, body } = await queries.get<{ oneOf: { properties: { type: { const: string } } }[] }>(
    '/api/events/schema',
  );
  t.is(status, 200);
  t.regex(String(headers['content-type']), /application\/schema\+json/);
  const named = body.oneOf.map(({ properties }) => properties.type.const);
  for (const { type } of (await queries.get<EventAnswer[]>('/api/events')).body) t.true(named.includes(type), type);
  t.false(named.includes('TokenCreated'));
});
