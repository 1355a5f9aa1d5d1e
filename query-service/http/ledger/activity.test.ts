import test from 'ava';
import { openQueries } from '../../../infra/testing/apps/query-app.ts';
import {
  campaignCreated,
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkMoved,
  linkPlaced,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../../../infra/testing/event-builder.ts';
import type { ActivityPageAnswer } from '../../contract/answers/as-of.ts';

const on = (day: number) => ({ at: `2026-03-0${day}T10:00:00.000Z` });
const live = { status: 'live', reason: 'found-static', anchor: 'shoes', linkType: 'dofollow' } as const;
const lost = { status: 'removed', reason: 'not-on-page' } as const;
const unread = { status: 'pending', reason: 'blocked' } as const;

/** A check of a link, and the status that follows unless it stays. */
function checked(
  id: string,
  day: number,
  verdict: Parameters<typeof linkChecked>[2],
  from: 'pending' | 'live' | 'removed',
) {
  const check = `${id}-${day}`;
  const events = [
    [checkRequested(id, check), on(day)],
    [linkChecked(id, check, verdict), on(day)],
  ] as const;
  const { status, reason } = verdict;
  return status === from ? events : [...events, [statusChanged(id, from, status, reason), on(day)] as const];
}

/** A team with three links: l1 is lost twice, l2 is never found, l3 changes, cannot be read and moves to ann's own. */
async function nineDays(t: Parameters<typeof openQueries>[0]) {
  const app = await openQueries(t);
  await app.given(
    [userRegistered('ann', { firstName: 'Ann' }), on(1)],
    [teamCreated('t1', 'ann', 'Agency'), on(1)],
    [campaignCreated('c1', { name: 'Spring', scope: 'team:t1' }), on(1)],
    [linkAdded('l1', { scope: 'team:t1', campaignId: 'c1', pocEmail: 'joe@example.com' }), on(2)],
    ...checked('l1', 2, live, 'pending'),
    [linkAdded('l2', { scope: 'team:t1', clientLink: 'https://other.example/', articleLink: '=cmd.example' }), on(2)],
    [linkAdded('l3', { scope: 'team:t1' }), on(2)],
    ...checked('l3', 2, live, 'pending'),
    ...checked('l1', 3, lost, 'live'),
    ...checked('l1', 4, live, 'removed'),
    ...checked('l1', 5, lost, 'live'),
    ...checked('l3', 5, { ...live, linkType: 'nofollow' }, 'live'),
    ...checked('l3', 6, unread, 'live'),
    ...checked('l2', 6, lost, 'pending'),
    [linkMoved('l3', 'team:t1', 'user:ann'), on(7)],
    [linkPlaced('LinkTrashed', 'l1'), on(8)],
    [joinedTeam('t1', 'bob'), on(8)],
  );
  const happened = async (query: string, user = 'ann') =>
    (await app.get<ActivityPageAnswer>(`/api/activity?${query}`, {}, user)).body;
  const linesOf = async (query: string, user?: string) =>
    (await happened(query, user)).rows.map(({ at, linkId, kind }) => `${at.slice(8, 10)} ${linkId} ${kind}`);
  return { app, happened, linesOf };
}

test('what happened in a period is counted by its events: a link that was lost twice counts twice', async (t) => {
  const { happened, linesOf } = await nineDays(t);
  t.deepEqual(await linesOf('from=2026-03-01'), [
    ...['08 l1 deleted', '06 l3 unreadable', '05 l3 changed', '05 l1 lost', '04 l1 came-back', '03 l1 lost'],
    ...['02 l3 went-live', '02 l3 added', '02 l2 added', '02 l1 went-live', '02 l1 added'],
  ]);
  const answer = await happened('from=2026-03-01&kind=lost&pageSize=1&page=2');
  t.like(answer, {
    from: '2026-03-01T23:59:59.999Z',
    to: '2026-03-10T12:00:00.000Z',
    counts: { 'went-live': 2, lost: 2, 'came-back': 1, unreadable: 1, changed: 1, added: 3, deleted: 1 },
    total: 2,
    rows: [
      {
        ...{ kind: 'lost', at: '2026-03-03T10:00:00.000Z', reason: { code: 'not-on-page' }, now: null },
        ...{ linkId: 'l1', clientDomain: 'client.example', teamName: 'Agency', campaignName: 'Spring' },
        ...{ before: { status: 'live' }, after: { status: 'removed' } },
      },
    ],
  });
  t.like((await happened('from=2026-03-01&kind=changed')).rows, [
    {
      before: { linkType: 'dofollow' },
      after: { linkType: 'nofollow' },
      reason: null,
      now: { status: 'pending', wasLive: true },
    },
  ]);
});

test('a period has its days, lists, clients and campaigns, and only what the reader sees now', async (t) => {
  const { linesOf } = await nineDays(t);
  t.deepEqual(await linesOf('from=2026-03-03&to=2026-03-05'), ['05 l3 changed', '05 l1 lost', '04 l1 came-back']);
  t.deepEqual(await linesOf('from=2026-03-06&to=2026-03-07'), [], 'a move between lists that one sees');
  t.deepEqual(await linesOf('from=2026-03-06&to=2026-03-07&teamId=t1'), ['07 l3 deleted']);
  t.deepEqual(await linesOf('from=2026-03-04&teamId=personal'), ['07 l3 added']);
  t.deepEqual(await linesOf('from=2026-03-01&clientDomain=other.example'), ['02 l2 added']);
  t.deepEqual(await linesOf('from=2026-03-04&campaignId=c1'), ['08 l1 deleted', '05 l1 lost']);
  t.deepEqual(await linesOf('from=2026-03-06', 'bob'), ['08 l1 deleted', '07 l3 deleted'], 'bob joined later');
  t.deepEqual(await linesOf('from=2026-03-01', 'eve'), []);
  t.deepEqual(await linesOf('from=2026-03-01&teamId=t9'), []);
});

test('what happened is a CSV file too, and invalid moments and kinds are refused', async (t) => {
  const { app } = await nineDays(t);
  const answer = await fetch(`${app.url}/api/activity/export?from=2026-03-01&to=2026-03-05&kind=lost,added`, {
    headers: { 'X-Test-User': 'ann' },
  });
  t.is(answer.headers.get('content-disposition'), 'attachment; filename="activity-2026-03-01-2026-03-05.csv"');
  const lines = (await answer.text()).split('\n');
  t.regex(lines[0] ?? '', /day,at,happened,reason,id,articleLink,clientLink/);
  t.regex(
    lines[1] ?? '',
    /^2026-03-05,2026-03-05T10:00:00.000Z,lost,.+,l1,https:\/\/blog.example\/post,.*,client.example,Agency,Spring,live,removed,,/,
  );
  t.regex(lines[4] ?? '', /,added,,l2,'=cmd.example,/);
  const wrong: readonly (readonly [string, string])[] = [
    ['from=2026-03-03&to=2026-03-01', 'from'],
    ['from=2026-03-01&to=2027-01-01', 'to'],
    ['to=2026-03-01', 'from'],
    ['from=2026-03-01&kind=better', 'kind'],
  ];
  for (const [query, field] of wrong) {
    const { status, body } = await app.get<{ fields: object }>(`/api/activity?${query}`);
    t.is(status, 400, query);
    t.deepEqual(Object.keys(body.fields), [field], query);
  }
});
