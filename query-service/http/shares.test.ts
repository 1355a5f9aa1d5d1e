import test from 'ava';
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import type { LinkFields } from '../../command-service/model/link/events.ts';
import type { ShareCreated } from '../../command-service/model/share/events.ts';
import type { PasswordHasher } from '../../infra/ports/process/password-hasher.ts';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import {
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkPlaced,
  shareCreated,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import type { ShareAnswer, SharedAnswer, SharedLinkAnswer } from '../contract/answers/shares.ts';
import { sharePasswordHeader, sharePasswordIn } from '../contract/share-password.ts';
import { FREE_TRIES } from '../shares/share-rate-limit.ts';
import { WHOLE_LISTS } from '../shares/share-views.ts';

const ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const OTHER_ID = 'BBBBBBBBBBBBBBBBBBBBBB';
const AT = `/api/shared/${ID}`;

/** Stands in for the slow hasher: the hash of a password is the password. Counts its work. */
class Hasher implements Pick<PasswordHasher, 'verify'> {
  computed = 0;
  async verify(password: string, hash: string | null): Promise<boolean> {
    this.computed += 1;
    return password === hash;
  }
}

type Queries = Awaited<ReturnType<typeof openQueries>>;

async function open(t: Parameters<typeof openQueries>[0], more: Partial<Parameters<typeof openQueries>[1]> = {}) {
  const passwords = new Hasher();
  const queries = await openQueries(t, { ...more }, undefined, (sharing) => ({ ...sharing, passwords }));
  return { queries, passwords };
}

const visit = <T = SharedAnswer>(queries: Queries, path = AT, headers: Record<string, string> = {}) =>
  queries.get<T>(path, headers, '');
const withPassword = (password: string) => ({ 'X-Share-Password': sharePasswordHeader(password) });
const locked = (data: Partial<ShareCreated['data']> = {}) =>
  shareCreated(ID, { hasPassword: true, passwordHash: 'Tea & täglich ☕', ...data });

const link = (id: string, fields: Partial<LinkFields> & { scope?: 'user:ann' | 'team:t1' } = {}) =>
  linkAdded(id, fields);
const status = (id: string, to: LinkStatus) =>
  statusChanged(id, 'pending', to, to === 'live' ? 'found-static' : 'not-on-page');

test('a share shows its client’s active links of its scope, and nothing of other clients, scopes or the trash', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    [link('l1')],
    [link('l2')],
    [status('l2', 'removed')],
    [link('other-client', { clientLink: 'https://other.example/' })],
    [link('other-scope', { scope: 'team:t1' })],
    [link('trashed')],
    [linkPlaced('LinkTrashed', 'trashed')],
    [shareCreated(ID)],
  );
  const { status: code, headers, body } = await visit(queries);
  t.is(code, 200);
  t.like(body, { clientDomain: 'client.example', total: 2, live: 0, pending: 1, lost: 1, notFound: 1 });
  t.deepEqual(body.links.map(({ id, status }) => [id, status]).toSorted(), [
    ['l1', 'pending'],
    ['l2', 'lost'],
  ]);
  t.is(headers['x-total-count'], '2');
  t.regex(String(headers['x-robots-tag']), /noindex/);
});

test('a shared link has these fields and no other', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    [link('l1', { pocEmail: 'secret@poc.example', remarks: 'paid too much', assignedTo: 'ann' })],
    [status('l1', 'live')],
    [shareCreated(ID)],
  );
  const { body } = await visit(queries);
  t.deepEqual(Object.keys(body).toSorted(), [
    'asOf',
    'brand',
    'clientDomain',
    'clientName',
    'links',
    'live',
    'lost',
    'notFound',
    'pending',
    'preparedBy',
    'recent',
    'report',
    'total',
  ]);
  t.deepEqual(body.links, [
    {
      id: 'l1',
      articleLink: 'https://blog.example/post',
      clientLink: 'https://www.client.example/shoes',
      anchor: null,
      linkType: null,
      status: 'live',
      wasLive: true,
      reason: 'The link is on the page.',
      reasonCode: 'found-static',
      reasonDetails: null,
      lastChecked: null,
      liveDate: null,
      duration: '30 days',
      expirationDate: null,
    } satisfies SharedLinkAnswer,
  ]);
});

test('the share of a report leads to its page, and shows none of the client’s links', async (t) => {
  const { queries } = await open(t);
  const days = { from: '2026-05-01', to: '2026-05-31' };
  const report = { reportId: 'r1', issueId: 'i1', days, files: [], missed: null };
  await queries.given([link('l1')], [status('l1', 'live')], [shareCreated(ID, { name: 'May', report })]);
  t.like((await visit(queries)).body, {
    ...{ clientName: 'May', report: `/api/shared/${ID}/report/html`, links: [] },
    ...{ total: 0, live: 0, recent: { wentLive: 0, lost: 0, cameBack: 0 } },
  });
  const file = await fetch(`${queries.url}${AT}/export`);
  t.is((await file.text()).trim().split('\n').length, 1, 'only the head');
});

test('a share counts what happened to its links in the last 30 days, as of the moment that it shows', async (t) => {
  const { queries } = await open(t);
  const on = (day: string) => ({ at: `${day}T10:00:00.000Z` });
  const found = { status: 'live', reason: 'found-static', anchor: 'a', linkType: 'dofollow' } as const;
  const seen = (id: string, day: string) =>
    [
      [checkRequested(id, `${id}-${day}`), on(day)],
      [linkChecked(id, `${id}-${day}`, found), on(day)],
    ] as const;
  const gone = (id: string, day: string) => [statusChanged(id, 'live', 'removed', 'not-on-page'), on(day)] as const;
  await queries.given(
    [link('l1'), on('2026-01-02')],
    ...seen('l1', '2026-01-02'),
    [status('l1', 'live'), on('2026-01-02')],
    [link('l2'), on('2026-02-20')],
    ...seen('l2', '2026-02-20'),
    [status('l2', 'live'), on('2026-02-20')],
    gone('l1', '2026-02-21'),
    [link('other', { clientLink: 'https://other.example/' }), on('2026-02-21')],
    ...seen('other', '2026-02-21'),
    [status('other', 'live'), on('2026-02-21')],
    ...seen('l1', '2026-03-01'),
    [statusChanged('l1', 'removed', 'live', 'found-static'), on('2026-03-01')],
    [shareCreated(ID), on('2026-03-02')],
  );
  t.deepEqual((await visit(queries)).body.recent, { wentLive: 1, lost: 1, cameBack: 1 });
  await queries.given([linkPlaced('LinkTrashed', 'l1'), on('2026-03-05')]);
  t.deepEqual((await visit(queries)).body.recent, { wentLive: 1, lost: 0, cameBack: 0 });
});

test('a client reads no texts of programs in the reason of a status', async (t) => {
  const { queries } = await open(t);
  const details = { message: 'ERR_SSL_WRONG_VERSION_NUMBER', endedAt: 'https://blog.example/end' };
  const changed = {
    type: 'LinkStatusChanged' as const,
    stream: 'check-l1',
    data: { linkId: 'l1', from: 'pending', to: 'removed', reason: 'tls', details } as const,
  };
  await queries.given([link('l1')], [changed], [shareCreated(ID)]);
  const [only] = (await visit(queries)).body.links;
  t.is(
    only?.reason,
    'The server’s certificate or encryption is not valid (the visit ended at https://blog.example/end).',
  );
  t.deepEqual(only?.reasonDetails, { endedAt: details.endedAt });
});

test('a share’s CSV file has the rows of its filter, without formulas, and needs the same password', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    [link('l1', { articleLink: 'https://blog.example/b', remarks: 'paid too much' })],
    [link('l2', { articleLink: 'https://blog.example/a' })],
    [checkRequested('l2', 'c1', { articleLink: 'https://blog.example/a' })],
    [
      linkChecked('l2', 'c1', {
        status: 'live',
        reason: 'found-static',
        anchor: '=HYPERLINK("x")',
        linkType: 'nofollow',
      }),
    ],
    [status('l2', 'live')],
    [status('l1', 'removed')],
    [link('other-client', { clientLink: 'https://other.example/' })],
    [locked()],
  );
  t.is((await visit(queries, `${AT}/export`)).status, 401);
  t.is((await visit(queries, `/api/shared/${OTHER_ID}/export`)).status, 404);
  const file = async (query: string) => {
    const answer = await fetch(`${queries.url}${AT}/export${query}`, { headers: withPassword('Tea & täglich ☕') });
    return {
      headers: answer.headers,
      body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
    };
  };
  const { headers, body } = await file('?sort=articleLink');
  t.is(headers.get('content-disposition'), 'attachment; filename="client.example-2026-03-10.csv"');
  const [head, first = '', second = '', end] = body.split('\n');
  t.is(head, '\uFEFFarticleLink,clientLink,anchor,linkType,status,reason,lastChecked,liveDate,expirationDate');
  t.true(
    first.startsWith(`https://blog.example/a,https://www.client.example/shoes,"'=HYPERLINK(""x"")",nofollow,live,`),
  );
  t.regex(second, /^https:\/\/blog\.example\/b,.*,not-found,/);
  t.is(end, '');
  t.is((await file('?status=live')).body.trim().split('\n').length, 2);
});

test('a search in a share covers visible fields only', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    [link('l1', { pocEmail: 'secret@poc.example', remarks: 'paid too much', assignedTo: 'ann' })],
    [link('l2', { articleLink: 'https://magazine.example/green-tea' })],
    [shareCreated(ID)],
  );
  const found = async (q: string) => (await visit(queries, `${AT}?q=${q}`)).body.links.map(({ id }) => id);
  t.deepEqual(await found('green-tea'), ['l2']);
  for (const hidden of ['secret', 'too%20much', 'user:ann', 'ann']) t.deepEqual(await found(hidden), [], hidden);
});

test('a share is paged, narrowed and sorted like other lists, and its counts still cover all links', async (t) => {
  const { queries } = await open(t);
  const ids = Array.from({ length: 12 }, (_, index) => `l${String(index).padStart(2, '0')}`);
  await queries.given(
    ...ids.map((id): [ReturnType<typeof link>] => [link(id, { articleLink: `https://blog.example/${id}` })]),
    [checkRequested('l03', 'c1', { articleLink: 'https://blog.example/l03' })],
    [linkChecked('l03', 'c1', { status: 'live', reason: 'found-static', anchor: 'Shoes', linkType: 'dofollow' })],
    [status('l03', 'live')],
    [statusChanged('l03', 'live', 'removed', 'not-on-page')],
    [status('l04', 'live')],
    [status('l05', 'removed')],
    [shareCreated(ID)],
  );
  const second = await visit(queries, `${AT}?page=2&pageSize=5&sort=articleLink`);
  t.deepEqual(
    second.body.links.map(({ id }) => id),
    ids.slice(5, 10),
  );
  t.is(second.headers['x-total-count'], '12');
  const found = { lost: ['l03'], removed: ['l03'], 'not-found': ['l05'], 'lost,not-found': ['l03', 'l05'] };
  for (const [statuses, expected] of Object.entries(found)) {
    const { body } = await visit(queries, `${AT}?sort=articleLink&status=${statuses}`);
    t.like(body, { total: 12, live: 1, lost: 2, notFound: 1, pending: 9 });
    t.deepEqual(
      body.links.map(({ id }) => id),
      expected,
    );
  }
  for (const wrong of ['page=0', 'status=gone', 'sort=assignedTo', 'sort=remarks', 'scope=user:bob', 'teamId=t1'])
    t.is((await visit(queries, `${AT}?${wrong}`)).status, 400, wrong);
});

test('without a page the answer is the whole list as one JSON text of any length', async (t) => {
  const { queries } = await open(t);
  await queries.given(...Array.from({ length: 2_500 }, (_, n): [ReturnType<typeof link>] => [link(`l${n}`)]), [
    shareCreated(ID),
  ]);
  const { body } = await visit(queries);
  t.is(body.total, 2_500);
  t.is(new Set(body.links.map(({ id }) => id)).size, 2_500);
});

test('a long answer breaks off once its share is revoked', async (t) => {
  const { queries } = await open(t);
  await queries.given(...Array.from({ length: 2_500 }, (_, n): [ReturnType<typeof link>] => [link(`l${n}`)]), [
    shareCreated(ID),
  ]);
  const find = queries.reads.find.bind(queries.reads);
  let revoked: Promise<unknown> | null = null;
  const findLater: typeof find = async (view, query) => {
    if (query.skip === 1_000)
      revoked ??= queries.given([{ type: 'ShareRevoked', stream: `share-${ID}`, data: { shareId: ID } }]);
    await revoked;
    return find(view, query);
  };
  Object.assign(queries.reads, { find: findLater });
  await t.throwsAsync(visit(queries));
});

test('a network may read only so many whole long lists; pages and short lists are free', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    ...Array.from({ length: 1_000 }, (_, n): [ReturnType<typeof link>] => [link(`l${n}`)]),
    [link('short', { clientLink: 'https://short.example/' })],
    [shareCreated(ID)],
    [shareCreated(OTHER_ID, { clientDomain: 'short.example' })],
  );
  for (let n = 0; n < WHOLE_LISTS; n += 1) t.is((await visit(queries)).status, 200);
  const refused = await visit<{ code: string }>(queries);
  t.deepEqual([refused.status, refused.body.code], [429, 'too-many-requests']);
  t.is(refused.headers['retry-after'], '900');
  t.is((await visit(queries, `${AT}?page=10&pageSize=100`)).body.links.length, 100);
  t.is((await visit(queries, `/api/shared/${OTHER_ID}`)).body.links.length, 1);
});

test('unknown, misspelled, revoked, expired and unreadable shares and those of a deleted team or account answer the same', async (t) => {
  const { queries } = await open(t);
  const idOf = (letter: string) => letter.repeat(22);
  const [revoked, expired, unreadable] = [idOf('R'), idOf('E'), idOf('U')];
  const [ofTeam, ofAccount, ofTeams] = [idOf('T'), idOf('A'), idOf('M')];
  await queries.given(
    [link('l1')],
    [shareCreated(revoked)],
    [{ type: 'ShareRevoked', stream: `share-${revoked}`, data: { shareId: revoked } }],
    [shareCreated(expired, { expiresAt: '2026-03-10T12:00:00.000Z' })],
    [shareCreated(unreadable, { hasPassword: true, passwordHash: null })],
    [shareCreated(ofTeam, { scope: 'team:t1' })],
    [
      {
        type: 'TeamDeleted',
        stream: 'team-t1',
        data: { teamId: 't1', ownerId: 'ann', memberIds: [], invitationIds: [] },
      },
    ],
    [shareCreated(ofAccount, { scope: 'user:bob' })],
    [joinedTeam('t2', 'bob', 'full')],
    [shareCreated(ofTeams, { scope: 'user:bob', scopes: ['team:t2', 'team:t3'] }), { actor: 'bob' }],
    [{ type: 'AccountDeleted', stream: 'user-bob', data: { userId: 'bob', heirs: [] } }],
  );
  const unknown = await visit(queries, `/api/shared/${OTHER_ID}`);
  t.is(unknown.status, 404);
  t.deepEqual(unknown.body as unknown, {
    code: 'not-found',
    message: 'Failed to load shared data. Please check the link and try again.',
  });
  const ids = [revoked, expired, unreadable, ofTeam, ofAccount, ofTeams];
  for (const id of [...ids, 'short', 'x'.repeat(300), '..%2f..%2fetc%2fpasswd', '__proto__', '%00'])
    for (const headers of [{}, withPassword('x')]) {
      const answer = await visit(queries, `/api/shared/${id}`, headers);
      t.is(answer.status, 404, id);
      t.deepEqual(answer.body, unknown.body, id);
    }
});

test('a share that expires later is open', async (t) => {
  const { queries } = await open(t);
  await queries.given([link('l1')], [shareCreated(ID, { expiresAt: '2026-03-10T12:00:00.001Z' })]);
  t.is((await visit(queries)).status, 200);
});

test('a share names its only team, else its author, and never an email address', async (t) => {
  const { queries } = await open(t);
  const of = async (data: object) => {
    await queries.given([shareCreated(OTHER_ID, data)]);
    return (await visit(queries, `/api/shared/${OTHER_ID}`)).body.preparedBy;
  };
  await queries.given(
    [userRegistered('ann')],
    [teamCreated('t1', 'ann', 'Fairwind')],
    [teamCreated('t2', 'ann', 'East')],
  );
  await queries.given([link('l1')], [link('l2', { scope: 'team:t1' })]);
  t.is(await of({}), null);
  await queries.given([
    { type: 'ProfileEdited', stream: 'user-ann', data: { userId: 'ann', firstName: 'Ann', lastName: 'Lee' } },
  ]);
  t.is(await of({}), 'Ann Lee');
  t.is(await of({ scope: 'team:t1' }), 'Fairwind');
  t.is(await of({ scope: 'user:ann', scopes: ['user:ann', 'team:t1'] }), 'Fairwind');
  t.is(await of({ scope: 'user:ann', scopes: ['team:t1', 'team:t2'] }), 'Ann Lee');
});

test('a client without links sees an empty list, not an error', async (t) => {
  const { queries } = await open(t);
  await queries.given([link('l1')], [linkPlaced('LinkTrashed', 'l1')], [shareCreated(ID)]);
  t.deepEqual((await visit(queries)).body, {
    ...{ brand: null, clientDomain: 'client.example', clientName: 'client.example' },
    asOf: null,
    preparedBy: null,
    recent: { wentLive: 0, lost: 0, cameBack: 0 },
    report: null,
    total: 0,
    live: 0,
    pending: 0,
    lost: 0,
    notFound: 0,
    links: [],
  });
});

test('a protected share requires its password, and reports a wrong one', async (t) => {
  const { queries } = await open(t);
  await queries.given([link('l1')], [locked()]);
  const asked = await visit<object>(queries);
  t.is(asked.status, 401);
  t.like(asked.body, { code: 'password-required', requiresPassword: true });
  const wrong = await visit<object>(queries, AT, withPassword('tea & täglich ☕'));
  t.is(wrong.status, 401);
  t.deepEqual(wrong.body, {
    code: 'wrong-password',
    message: 'Invalid password. Please try again.',
    requiresPassword: true,
  });
  t.is((await visit(queries, AT, withPassword('Tea & täglich ☕'))).body.total, 1);
  t.is((await visit(queries, `${AT}?password=${encodeURIComponent('Tea & täglich ☕')}`)).body.total, 1);
  t.is((await visit(queries, `${AT}?password=a&password=b`)).status, 400);
});

test('a password passes through the header unchanged, plain or encoded', (t) => {
  for (const password of ['tea', ' tea ', '100%', 'täglich', 'пароль', '☕', "UTF-8''x", 'a\nb', '\ud800']) {
    t.is(sharePasswordIn(sharePasswordHeader(password)), password.toWellFormed());
    t.regex(sharePasswordHeader(password), /^[\x21-\x7e]+$/);
  }
  t.is(sharePasswordIn('100%25'), '100%25');
  t.is(sharePasswordIn("UTF-8''100%"), "UTF-8''100%");
});

test('after the right password, a browser needs neither password nor slow hash, for this share only', async (t) => {
  const { queries, passwords } = await open(t);
  await queries.given([link('l1')], [locked()], [shareCreated(OTHER_ID, { hasPassword: true, passwordHash: 'x' })]);
  const opened = await visit(queries, AT, withPassword('Tea & täglich ☕'));
  const set = String(opened.headers['set-cookie']);
  t.regex(set, /^__Host-linkledger-share-A{22}=[\w-]{43}; path=\/; expires=[^;]+; samesite=strict; secure; httponly$/i);
  const cookie = set.split(';')[0] ?? '';
  t.is(passwords.computed, 1);
  for (let page = 1; page <= 20; page += 1)
    t.is((await visit(queries, `${AT}?page=${page}`, { Cookie: cookie })).status, 200);
  t.is(passwords.computed, 1);
  const elsewhere = cookie.replace(ID, OTHER_ID);
  t.is((await visit(queries, `/api/shared/${OTHER_ID}`, { Cookie: elsewhere })).status, 401);
  t.is((await visit(queries, AT, { Cookie: `__Host-linkledger-share-${ID}=${'A'.repeat(43)}` })).status, 401);
  await queries.given([{ type: 'ShareRevoked', stream: `share-${ID}`, data: { shareId: ID } }]);
  t.is((await visit(queries, AT, { Cookie: cookie })).status, 404);
});

test('a pass expires after an hour', async (t) => {
  let ms = Date.parse('2026-03-10T12:00:00.000Z');
  const { queries } = await open(t, { now: () => new Date(ms) });
  await queries.given([link('l1')], [locked()]);
  const opened = await visit(queries, AT, withPassword('Tea & täglich ☕'));
  const headers = { Cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
  ms += 59 * 60_000;
  t.is((await visit(queries, AT, headers)).status, 200);
  ms += 60_000;
  t.is((await visit(queries, AT, headers)).status, 401);
});

test('a wrong password costs a hash even at an unknown share, and a missing password costs no hash', async (t) => {
  const { queries, passwords } = await open(t);
  await queries.given([link('l1')], [locked()]);
  const costs = async (path: string, headers: Record<string, string>) => {
    const before = passwords.computed;
    await visit(queries, path, headers);
    return passwords.computed - before;
  };
  t.is(await costs(AT, withPassword('wrong')), 1);
  t.is(await costs(`/api/shared/${OTHER_ID}`, withPassword('wrong')), 1);
  t.is(await costs('/api/shared/no-share', withPassword('wrong')), 1);
  t.is(await costs(AT, {}), 0);
  t.is(await costs(`/api/shared/${OTHER_ID}`, {}), 0);
});

test('after five wrong passwords even the right one has to wait, at a known share and at an unknown one', async (t) => {
  let ms = Date.parse('2026-03-10T12:00:00.000Z');
  const { queries, passwords } = await open(t, { now: () => new Date(ms) });
  await queries.given([link('l1')], [locked()]);
  for (const [path, code] of [
    [AT, 401],
    [`/api/shared/${OTHER_ID}`, 404],
  ] as const) {
    for (let n = 0; n < FREE_TRIES.both; n += 1) t.is((await visit(queries, path, withPassword('wrong'))).status, code);
    const before = passwords.computed;
    const { status: refused, headers, body } = await visit<object>(queries, path, withPassword('Tea & täglich ☕'));
    t.is(refused, 429);
    t.is(headers['retry-after'], '30');
    t.like(body, { code: 'too-many-tries', message: 'Too many wrong passwords were tried. Try again in a minute.' });
    t.is(passwords.computed, before);
  }
  ms += 30_000;
  t.is((await visit(queries, AT, withPassword('Tea & täglich ☕'))).status, 200);
});

test('the answer has Retry-After while too many passwords are being checked', async (t) => {
  const passwords = {
    verify: () => Promise.reject(new BusyError('Too many passwords are being checked at the moment.')),
  };
  const queries = await openQueries(t, {}, undefined, (sharing) => ({ ...sharing, passwords }));
  await queries.given([link('l1')], [locked()]);
  const { status: code, headers } = await visit(queries, AT, withPassword('x'));
  t.is(code, 503);
  t.is(headers['retry-after'], '3');
});

test('people who may share see the list of shares, newest first, with author and number of views', async (t) => {
  const { queries } = await open(t);
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' })],
    [link('l1')],
    [shareCreated(ID, { emails: ['zoe@client.example'] }), { at: '2026-03-01T10:00:00.000Z' }],
    [
      shareCreated(OTHER_ID, { clientDomain: 'other.example', hasPassword: true, passwordHash: 'tea' }),
      { at: '2026-03-02T10:00:00.000Z' },
    ],
    [shareCreated('C'.repeat(22), { scope: 'user:bob' }), { actor: 'bob' }],
  );
  await visit(queries);
  const { body, headers } = await queries.get<ShareAnswer[]>('/api/shared-links');
  t.is(headers['x-total-count'], '2');
  t.deepEqual(body, [
    {
      id: OTHER_ID,
      ...{ name: '', revision: 0, clientName: 'other.example' },
      clientDomain: 'other.example',
      teamId: null,
      lists: [null],
      url: `https://links.example/share/${OTHER_ID}`,
      hasPassword: true,
      emails: [],
      createdAt: '2026-03-02T10:00:00.000Z',
      ...{ createdByName: 'Ann Lee', isAuthor: true },
      expiresAt: null,
      asOf: null,
      reportId: null,
      views: 0,
    },
    {
      id: ID,
      ...{ name: '', revision: 0, clientName: 'client.example' },
      clientDomain: 'client.example',
      teamId: null,
      lists: [null],
      url: `https://links.example/share/${ID}`,
      hasPassword: false,
      emails: ['zoe@client.example'],
      createdAt: '2026-03-01T10:00:00.000Z',
      ...{ createdByName: 'Ann Lee', isAuthor: true },
      expiresAt: null,
      asOf: null,
      reportId: null,
      views: 1,
    },
  ]);
  const ofClient = await queries.get<ShareAnswer[]>('/api/shared-links?clientDomain=Client.example');
  t.deepEqual(
    ofClient.body.map(({ id }) => id),
    [ID],
  );
  t.is((await queries.get('/api/shared-links', {}, '')).status, 401);
  t.is((await queries.get('/api/shared-links?teamId=t1')).status, 404);
});

test('paging and a second visit within half an hour add no view, another browser adds a view', async (t) => {
  let ms = Date.parse('2026-03-10T12:00:00.000Z');
  const { queries } = await open(t, { now: () => new Date(ms) });
  await queries.given([link('l1')], [locked()], [shareCreated(OTHER_ID)]);
  const views = async () =>
    (await queries.get<ShareAnswer[]>('/api/shared-links')).body.find(({ id }) => id === OTHER_ID)?.views;
  const other = `/api/shared/${OTHER_ID}`;
  for (const query of ['', '?page=1', '?page=2', '?q=tea']) await visit(queries, other + query, { 'User-Agent': 'A' });
  t.is(await views(), 1);
  await visit(queries, other, { 'User-Agent': 'B' });
  t.is(await views(), 2);
  ms += 30 * 60_000;
  await visit(queries, other, { 'User-Agent': 'A' });
  t.is(await views(), 3);
  await visit(queries, AT, { 'User-Agent': 'A' });
  t.is((await queries.get<ShareAnswer[]>('/api/shared-links')).body.find(({ id }) => id === ID)?.views, 0);
});

test('a share of several lists shows each list as long as its author may share it', async (t) => {
  const { queries } = await open(t);
  const body = async () => (await visit(queries)).body;
  await queries.given(
    [userRegistered('ann')],
    [teamCreated('t1', 'bob', 'Agency')],
    [joinedTeam('t1', 'ann')],
    [link('own')],
    [link('of-team', { scope: 'team:t1' })],
    [shareCreated(ID, { scopes: ['user:ann', 'team:t1'] })],
  );
  t.like(await body(), { total: 2, pending: 2 });
  t.deepEqual((await body()).links.map(({ id }) => id).toSorted(), ['of-team', 'own']);
  const listed = (await queries.get<ShareAnswer[]>('/api/shared-links')).body;
  t.like(listed[0], { id: ID, teamId: null, lists: [null, 't1'] });
  t.is((await queries.get<ShareAnswer[]>('/api/shared-links?teamId=t1')).body.length, 1, 'the team sees the share');

  await queries.given([
    {
      type: 'MemberPermissionChanged',
      stream: 'team-t1',
      data: { teamId: 't1', userId: 'ann', from: 'edit', to: 'view' },
    },
  ]);
  t.deepEqual(
    (await body()).links.map(({ id }) => id),
    ['own'],
  );
  t.like(await body(), { total: 1 });
});

test('a share of one day shows that day permanently, whatever happens later', async (t) => {
  const { queries } = await open(t);
  await queries.given([link('l1')], [link('l2')], [status('l1', 'live')]);
  const pinned = { position: 3, at: '2026-03-01T23:59:59.999Z' };
  await queries.given(
    [statusChanged('l1', 'live', 'removed', 'not-on-page')],
    [linkPlaced('LinkTrashed', 'l2')],
    [link('l3')],
    [shareCreated(ID, { pinned })],
    [shareCreated(OTHER_ID)],
  );
  const { status: code, body } = await visit(queries);
  t.is(code, 200);
  t.like(body, { asOf: pinned.at, total: 2, live: 1, pending: 1, lost: 0 });
  t.deepEqual(body.links.map(({ id, status: shown }) => [id, shown]).toSorted(), [
    ['l1', 'live'],
    ['l2', 'pending'],
  ]);
  const present = (await visit(queries, `/api/shared/${OTHER_ID}`)).body;
  t.like(present, { asOf: null, total: 2, live: 0, lost: 1 });
  const listed = (await queries.get<ShareAnswer[]>('/api/shared-links')).body;
  t.deepEqual(listed.map(({ asOf }) => asOf).toSorted(), [pinned.at, null].toSorted());
});
