import test from 'ava';
import type { HeldBecause } from '../../command-service/model/report/events.ts';
import { openQueries, until } from '../../infra/testing/apps/query-app.ts';
import {
  joinedTeam,
  linkAdded,
  linkChecked,
  linkMoved,
  linkPlaced,
  reportDefined,
  shareCreated,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import type { AlertAnswer } from '../contract/answers/alerts.ts';
import type { ChangedMessage } from '../contract/answers/changes.ts';

const on = (day: string, actor = 'checker') => ({ actor, at: `${day}T10:00:00.000Z` });
const gone = (linkId: string, day: string) =>
  [statusChanged(linkId, 'live', 'removed', 'not-on-page'), on(day)] as const;
const people = [
  [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' }), on('2026-01-01')],
  [userRegistered('bob', { firstName: 'Bob', lastName: 'Ray' }), on('2026-01-01')],
  [userRegistered('eve'), on('2026-01-01')],
  [teamCreated('t1', 'ann', 'Agency'), on('2026-01-02', 'ann')],
  [joinedTeam('t1', 'bob'), on('2026-03-01', 'bob')],
] as const;
const events = (answers: readonly AlertAnswer[]) => answers.filter(({ id }) => !/^(summary|attention)-/.test(id));

test('a lost link raises an alert for everyone who sees it, newest first', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  await server.given(...people, [linkAdded('l1', { scope: 'team:t1' }), on('2026-03-01')], gone('l1', '2026-03-09'));
  const { body, headers } = await get<AlertAnswer[]>('/api/alerts?page=1&pageSize=10');
  t.is(headers['x-total-count'], '2');
  // The new member is older than a week.
  t.is(headers['x-unread-count'], '1');
  t.like(body[0], {
    type: 'removed',
    title: 'Link Removed',
    message:
      'The link to client.example on blog.example/post has been removed. We read the whole page. The link isn’t there.',
    at: '2026-03-09T10:00:00.000Z',
    read: false,
    linkId: 'l1',
    news: {
      articleLink: 'https://blog.example/post',
      clientLink: 'https://www.client.example/shoes',
      event: 'removed',
      details: 'We read the whole page. The link isn’t there.',
      reason: {
        code: 'not-on-page',
        text: 'We read the whole page. The link isn’t there.',
        details: null,
      },
      warnings: [],
      day: null,
    },
    teamId: 't1',
  });
  t.like(body[1], {
    type: 'team',
    news: null,
    title: 'New Team Member',
    message: 'Bob Ray joined Agency.',
    linkId: null,
  });
  t.deepEqual(
    events((await get<AlertAnswer[]>('/api/alerts', {}, 'bob')).body).map(({ type }) => type),
    ['removed'],
    'the person who joined gets no alert',
  );
  t.deepEqual((await get<AlertAnswer[]>('/api/alerts', {}, 'eve')).body, []);
  t.is((await get('/api/alerts', {}, '')).status, 401);
});

test('alerts from before a person joined are listed as read', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  const early = [[linkAdded('l1', { scope: 'team:t1' }), on('2026-02-01')], gone('l1', '2026-02-20')] as const;
  await server.given(...people.slice(0, 4), ...early, ...people.slice(4));
  const { body, headers } = await get<AlertAnswer[]>('/api/alerts', {}, 'bob');
  t.like(events(body), [{ type: 'removed', read: true }]);
  t.is(headers['x-unread-count'], '0');
});

test('two alerts that count links come first, as soon as there are links to count', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  await server.given(
    ...people,
    [linkAdded('l1'), on('2026-03-09')],
    [statusChanged('l1', 'pending', 'live', 'found-static'), on('2026-03-09')],
    [linkAdded('l2'), on('2026-03-09')],
    [linkAdded('l3', { scope: 'team:t1' }), on('2026-03-09')],
    gone('l3', '2026-03-09'),
  );
  const [attention, summary, ...rest] = (await get<AlertAnswer[]>('/api/alerts?tab=all')).body;
  t.like(attention, {
    id: 'attention-2026-03-10',
    type: 'status',
    title: 'Links Need Attention',
    message: '1 link is pending: the status is not known yet.',
    linkId: null,
    news: null,
  });
  t.like(summary, {
    id: 'summary-2026-03-10',
    type: 'system',
    message: '1 link is live, 0 have been removed, 1 not found yet.',
  });
  t.is(rest.length, 2);
});

test('links that were added together and not found are one alert, also for the person who added them', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  const ids = Array.from({ length: 3 }, (_, index) => `l${index}`);
  const missed = (id: string, day: string) =>
    [statusChanged(id, 'pending', 'removed', 'not-on-page'), on(day)] as const;
  await server.given(
    ...people,
    ...[...ids, 'found', 'unread'].map((id) => [linkAdded(id, { scope: 'team:t1' }), on('2026-03-08', 'ann')] as const),
    [linkAdded('alone', { scope: 'team:t1' }), on('2026-03-07', 'ann')],
    missed('alone', '2026-03-07'),
    ...ids.map((id) => missed(id, '2026-03-09')),
    [statusChanged('found', 'pending', 'live', 'found-static'), on('2026-03-08')],
  );
  const missedFor = async (user: string) =>
    events((await get<AlertAnswer[]>('/api/alerts?tab=status', {}, user)).body).map(({ message }) => message);
  const together = '3 links that were added together were not found.';
  t.deepEqual(await missedFor('ann'), [together]);
  const [first, second] = await missedFor('bob');
  t.is(first, together);
  t.regex(second ?? '', /^The link to client.example on blog.example\/post/);
  const [alert] = events((await get<AlertAnswer[]>('/api/alerts?tab=status')).body);
  t.like(alert, { type: 'status', title: 'Links Not Found Yet', linkId: null, teamId: 't1', read: false });
  await server.given([linkPlaced('LinkTrashed', 'l0'), on('2026-03-09', 'ann')]);
  t.deepEqual(await missedFor('ann'), ['2 links that were added together were not found.']);
});

test('tabs filter the list, pages divide it, and an unknown tab is refused by name', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  const expires = {
    type: 'LinkExpiryNoticed',
    stream: 'notice-l1',
    data: { linkId: 'l1', expirationDate: '2026-03-12', daysLeft: 7 },
  } as const;
  await server.given(
    ...people,
    [linkAdded('l1', { scope: 'team:t1', liveDate: '2026-02-10' }), on('2026-02-10')],
    [expires, on('2026-03-05', 'scheduler')],
    gone('l1', '2026-03-09'),
  );
  const types = async (query: string) => {
    const { body, headers } = await get<AlertAnswer[]>(`/api/alerts?${query}`);
    return [headers['x-total-count'], ...body.map(({ type }) => type)];
  };
  t.deepEqual(await types('tab=all'), ['3', 'removed', 'expiring', 'team']);
  t.deepEqual(await types('tab=status'), ['1', 'removed']);
  t.deepEqual(await types('tab=expiring'), ['1', 'expiring']);
  t.deepEqual(await types('tab=unread&page=2&pageSize=1'), ['2', 'expiring']);
  t.deepEqual(await types('page=3&pageSize=2'), ['3']);
  t.deepEqual(await types('q=%20BLOG.example/post&page=1&pageSize=1'), ['2', 'removed']);
  t.deepEqual(await types('q=blog.example&tab=expiring'), ['1', 'expiring']);
  t.deepEqual(await types('q=joined'), ['1', 'team']);
  t.deepEqual(await types('q=nothing'), ['0']);
  const refused = await get<{ fields: object }>('/api/alerts?tab=old');
  t.is(refused.status, 400);
  t.deepEqual(Object.keys(refused.body.fields), ['tab']);
});

test('switched-off alerts of changes and expiries are left out', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  const off = (settings: object) =>
    ({ type: 'SettingsChanged', stream: 'user-ann', data: { userId: 'ann', ...settings } }) as const;
  await server.given(...people, [linkAdded('l1', { scope: 'team:t1' }), on('2026-03-01')], gone('l1', '2026-03-09'));
  await server.given([off({ statusChangeAlerts: false, expiringLinkAlerts: false }), on('2026-03-09', 'ann')]);
  const types = (who: string) =>
    get<AlertAnswer[]>('/api/alerts', {}, who).then(({ body }) => events(body).map(({ type }) => type));
  t.deepEqual(await types('ann'), ['team']);
  t.deepEqual(await types('bob'), ['removed']);
});

test('a moved link takes its alerts to the people who see it now', async (t) => {
  const server = await openQueries(t);
  const { get } = server;
  await server.given(...people, [linkAdded('l1', { scope: 'team:t1' }), on('2026-03-01')], gone('l1', '2026-03-09'));
  const removed = async (who: string) =>
    (await get<AlertAnswer[]>('/api/alerts?tab=status', {}, who)).body.map(({ linkId, teamId }) => [linkId, teamId]);
  t.deepEqual(await removed('bob'), [['l1', 't1']]);
  await server.given([linkMoved('l1', 'team:t1', 'user:ann'), on('2026-03-10', 'ann')]);
  t.deepEqual(await removed('bob'), []);
  t.deepEqual(await removed('ann'), [['l1', null]]);
});

test('a new alert reaches the console, a check without a change does not', async (t) => {
  const server = await openQueries(t);
  const { changes } = server;
  const added = await server.given(...people, [linkAdded('l1', { scope: 'team:t1' }), on('2026-03-01')]);
  const told: ChangedMessage[] = [];
  const isNew = ({ lists, position }: ChangedMessage) => lists.includes('alerts') && position > added;
  t.teardown(
    changes.subscribe((all) => {
      if (all !== 'lost') told.push(...all.filter(isNew));
    }),
  );
  await server.given([linkChecked('l1', 'c1', { status: 'pending', reason: 'timeout' }), on('2026-03-08')]);
  const position = await server.given(gone('l1', '2026-03-09'));
  await until(() => told.length > 0);
  t.like(told, [{ scope: 'team:t1', lists: ['alerts'], position }]);
});

test('an issue that waits is an alert for the people who release it, until it is out or deleted', async (t) => {
  const server = await openQueries(t);
  const period = { from: '2026-02-01', to: '2026-02-28', timeZone: 'UTC', after: 1, position: 2 };
  const ofIssue = (issueId: string) => ({ reportId: 'r1', issueId });
  const drafted = (issueId: string, held: HeldBecause | null, actor: string) => {
    const data = { ...ofIssue(issueId), shareId: `share-${issueId}`, period, rules: 1, held };
    return [{ type: 'ReportDrafted', stream: 'report-r1', data }, on('2026-03-02', actor)] as const;
  };
  const schedule = { hour: 8, waits: false };
  await server.given(
    ...people,
    [reportDefined('r1', { scope: 'team:t1', name: 'Old name', schedule }), on('2026-03-01', 'ann')],
    [
      {
        type: 'ReportEdited',
        stream: 'report-r1',
        data: { reportId: 'r1', changes: { name: { from: 'Old name', to: 'Tea (monthly)' } } },
      },
      on('2026-03-01', 'ann'),
    ],
    drafted('first', 'first', 'scheduler'),
    drafted('alone', null, 'scheduler'),
    drafted('late', 'checks-delayed', 'scheduler'),
    drafted('by-hand', null, 'ann'),
  );
  const waiting = async (user: string) =>
    (await server.get<AlertAnswer[]>('/api/alerts', {}, user)).body.filter(({ type }) => type === 'report');
  t.like(await waiting('ann'), [
    { title: 'A Report Waits for You', reportId: 'r1', teamId: 't1', linkId: null },
    { message: 'The first issue of “Tea (monthly)” goes out only when a person releases it.' },
  ]);
  t.is((await waiting('ann')).length, 2, 'nobody waits for what goes out alone, and the author saw the draft');
  t.deepEqual(await waiting('bob'), [], 'an editor releases nothing');
  const promoted = { teamId: 't1', userId: 'bob', from: 'edit', to: 'full' } as const;
  await server.given([{ type: 'MemberPermissionChanged', stream: 'team-t1', data: promoted }, on('2026-03-03', 'ann')]);
  t.is((await waiting('bob')).length, 3);
  const report = { ...ofIssue('first'), days: period, files: [], missed: null };
  await server.given(
    [shareCreated('share-first', { scope: 'team:t1', report }), on('2026-03-04', 'ann')],
    [{ type: 'ReportDraftDeleted', stream: 'report-r1', data: ofIssue('late') }, on('2026-03-04', 'ann')],
  );
  t.deepEqual(await waiting('ann'), []);
  t.is((await waiting('bob')).length, 1);
  await server.given([
    { type: 'ReportDeleted', stream: 'report-r1', data: { reportId: 'r1', recipientIds: [] } },
    on('2026-03-05', 'ann'),
  ]);
  t.deepEqual(await waiting('bob'), []);
});
