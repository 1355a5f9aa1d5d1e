import test from 'ava';
import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { readerIn } from '../../../command-service/contract/languages.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule } from '../../../command-service/model/alert-rule/events.ts';
import type { AlertFact, Audience } from '../../views/links/alerts.ts';
import type { AlertNews } from './alert-news.ts';
import { IncidentLog } from './incidents.ts';
import { groupTitle, messageTitle, ruleTexts } from './message-titles.ts';
import { rehearse } from './rehearse.ts';
import { matches, type RuleViewer } from './rule-match.ts';
import { notAfter, type PlannedMessage, RulePlan, type RuleProgress } from './rule-plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The day is a Wednesday. */
const START = Date.parse('2026-03-04T08:00:00.000Z');
const TEAM = 'team:t1';
const VIEWER: RuleViewer = {
  userId: 'bob',
  audiences: new Map<Audience, string>([
    [TEAM, ''],
    ['everybody', ''],
  ]),
  clientDomains: new Set(['client.example']),
};

const RULE: AlertRule = {
  ...{ id: 'r1', kinds: ['lost', 'unclear'], deviations: [], warnings: [], where: { kind: 'everything' } },
  ...{ to: { kind: 'me' }, when: { pace: 'at-once', hour: 8, weekday: 1, quiet: null }, group: 'incident', on: true },
};
const paced = (when: Partial<AlertRule['when']>, more: Partial<AlertRule> = {}): AlertRule => ({
  ...RULE,
  ...more,
  when: { ...RULE.when, ...when },
});

type Change = Partial<AlertNews> & { readonly minutes?: number };

function factOf(kind: AlertKind, linkId: string): AlertFact {
  const change = { kind: 'status-changed', linkId, wasLive: kind === 'lost', reason: 'not-on-page' } as const;
  if (kind === 'outage') return { kind: 'silent', hours: 26 };
  if (kind === 'expires') return { kind, linkId, expirationDate: '2026-03-12', daysLeft: 7 };
  if (kind === 'unchecked') return { kind, linkId, lastChecked: '2026-02-01' };
  const to = kind === 'live' ? 'live' : kind === 'unclear' ? 'pending' : 'removed';
  return { ...change, from: kind === 'live' ? 'removed' : 'live', to };
}

/** Alerts `minutes` after the start, in the order given. */
function newsOf(...changes: readonly Change[]): readonly AlertNews[] {
  return changes.map(({ minutes = 0, ...change }, index) => {
    const { kind = 'lost', linkId = `l${index}` } = change;
    return {
      ...{ alertId: `a${index + 1}`, position: index + 1, at: new Date(START + minutes * MINUTE).toISOString() },
      ...{ audience: kind === 'outage' ? 'everybody' : TEAM, kind, codes: [], linkId, authorId: '' },
      ...{ site: 'north.example', clientDomain: 'client.example', campaignId: null, tags: [], assignedTo: null },
      fact: factOf(kind, linkId ?? ''),
      ...change,
    };
  });
}

const TEXTS = ruleTexts(readerIn('en'));
const shown = (messages: readonly PlannedMessage[]) =>
  messages.map((message) => {
    const minutes = (message.at - START) / MINUTE;
    return `${minutes} ${message.kind}: ${messageTitle(message, TEXTS)}`;
  });
const told = (rule: AlertRule, news: readonly AlertNews[], { days = 7, zone = 'UTC', viewer = VIEWER } = {}) =>
  shown(rehearse(rule, news, viewer, zone, new Date(START + days * DAY)));
const still = (from: number, title: string) =>
  [1, 2, 3].map((day) => `${from + (day * DAY) / MINUTE} reminder: ${title}`);

test('losses of one site within minutes are one message, five minutes after the last', (t) => {
  const news = newsOf({}, { minutes: 2 }, { minutes: 6 }, { minutes: 3, site: 'south.example' });
  t.deepEqual(
    told(RULE, news, { days: 0.5 }),
    ['8 alerts: 1 link on south.example was removed', '13 alerts: 3 links on north.example were removed'].toSorted(
      () => 0,
    ),
  );
});

test('messages at once are five minutes apart, and what is due meanwhile is one message', (t) => {
  const news = newsOf(...[0, 1, 2, 3].map((minutes) => ({ minutes, site: `s${minutes}.example` })));
  t.deepEqual(told(RULE, news, { days: 0.5 }), [
    '5 alerts: 2 links on 2 sites were removed',
    '10 alerts: 2 links on 2 sites were removed',
  ]);
});

test('a group that goes on is told after an hour at the latest, and what comes then at the end of its hour', (t) => {
  const news = newsOf(...Array.from({ length: 18 }, (_, index) => ({ minutes: index * 4 })));
  t.deepEqual(told({ ...RULE, group: 'client' }, news, { days: 0.5 }), [
    '60 alerts: 15 links for client.example were removed',
    '73 alerts: 3 links for client.example were removed',
  ]);
  const later = newsOf({}, { minutes: 20 }, { minutes: 50 });
  t.deepEqual(told(RULE, later, { days: 0.5 }), [
    '5 alerts: 1 link on north.example was removed',
    '60 alerts: 2 links on north.example were removed',
  ]);
});

test('a told incident is reminded of once a day for three days, and ends with one message', (t) => {
  const lost = newsOf({}, { minutes: 1 });
  t.deepEqual(told(RULE, lost), [
    '6 alerts: 2 links on north.example were removed',
    ...still(6, '2 links on north.example are still removed'),
  ]);
  const back = newsOf(
    ...[{}, { minutes: 1 }],
    ...[{ kind: 'live', linkId: 'l0', minutes: 100 } as const, { kind: 'live', linkId: 'l1', minutes: 200 } as const],
  );
  t.deepEqual(told(RULE, back), [
    '6 alerts: 2 links on north.example were removed',
    '205 back: 2 links on north.example are live again',
  ]);
});

test('an incident that is over before it is told is told, then ended', (t) => {
  const news = newsOf({}, { kind: 'live', linkId: 'l0', minutes: 2 });
  t.deepEqual(told(RULE, news), [
    '5 alerts: 1 link on north.example was removed',
    '10 back: 1 link on north.example is live again',
  ]);
});

test('a rule that tells links that are live has no further message at the end of an incident', (t) => {
  const news = newsOf({}, { kind: 'live', linkId: 'l0', minutes: 30 });
  t.deepEqual(told({ ...RULE, kinds: ['lost', 'live'] }, news), [
    '5 alerts: 1 link on north.example was removed',
    '35 alerts: 1 link on north.example is live',
  ]);
});

test('unreadable pages of a site are an incident, which ends when each page was read', (t) => {
  const unclear = [{ kind: 'unclear' }, { kind: 'unclear', minutes: 1 }] as const;
  const news = newsOf(...unclear, { kind: 'live', linkId: 'l0', minutes: 90 }, { linkId: 'l1', minutes: 90 });
  t.deepEqual(told({ ...RULE, kinds: ['unclear'] }, news), [
    '6 alerts: 2 links on north.example could not be verified',
    '95 back: The pages of 2 links on north.example can be read again',
  ]);
});

test('twenty thousand losses at once are one message', (t) => {
  const news = newsOf(...Array.from({ length: 20_000 }, (_, index) => ({ site: `s${index % 5_000}.example` })));
  const start = performance.now();
  const messages = rehearse(RULE, news, VIEWER, 'UTC', new Date(START + DAY / 2));
  t.deepEqual(shown(messages), ['5 alerts: 20,000 links on 5,000 sites were removed']);
  t.true(performance.now() - start < 10_000);
  const list = rehearse({ ...RULE, group: 'list' }, news, VIEWER, 'UTC', new Date(START + DAY));
  t.deepEqual(shown(list), ['5 alerts: 20,000 links for client.example were removed']);
  t.true((list[0]?.groups[0]?.refs.length ?? 0) <= 1_000);
});

test('what waits is bounded: beyond that alerts are counted without their site and reference', (t) => {
  const news = newsOf(...Array.from({ length: 25_000 }, (_, index) => ({ site: `s${index % 12_000}.example` })));
  const [message] = rehearse(RULE, news, VIEWER, 'UTC', new Date(START + DAY / 2));
  t.is(message?.groups.length, 10_001);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  t.is(sum(message?.groups.map(({ counts }) => counts.lost ?? 0) ?? []), 25_000);
  t.true(sum(message?.groups.map(({ refs }) => refs.length) ?? []) <= 20_000);
});

test('hourly: at most one message an hour and five a day, the rest as a digest of the next day', (t) => {
  const rule = paced({ pace: 'hourly' }, { group: 'list' });
  const news = newsOf(...Array.from({ length: 8 }, (_, index) => ({ minutes: index * 40 })));
  t.deepEqual(told(rule, news, { days: 2 }), [
    '5 alerts: 1 link on north.example was removed',
    '65 alerts: 1 link on north.example was removed',
    '125 alerts: 2 links on north.example were removed',
    '185 alerts: 1 link on north.example was removed',
    '245 alerts: 2 links on north.example were removed',
    '960 alerts: Daily digest: 1 link on north.example was removed',
  ]);
});

test('a daily digest comes at the hour of the zone, across a change of the clocks', (t) => {
  const rule = paced({ pace: 'daily', hour: 8 }, { group: 'client' });
  const at = (text: string) => ({ minutes: (Date.parse(text) - START) / MINUTE });
  // Berlin: daylight saving time begins on March 29.
  const news = newsOf(at('2026-03-28T06:00:00Z'), at('2026-03-28T12:00:00Z'), at('2026-03-29T06:00:00Z'));
  const times = rehearse(rule, news, VIEWER, 'Europe/Berlin', new Date('2026-04-01')).map((message) =>
    new Date(message.at).toISOString(),
  );
  t.deepEqual(times, ['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z', '2026-03-30T06:00:00.000Z']);
  // The hour that the clocks skip is the hour after it; the hour that comes twice is told once.
  const early = rehearse(
    paced({ pace: 'daily', hour: 2 }),
    news,
    VIEWER,
    'Europe/Berlin',
    new Date('2026-03-29T06:00:00Z'),
  );
  t.deepEqual(
    early.map(({ at: sent }) => new Date(sent).toISOString()),
    ['2026-03-29T01:00:00.000Z'],
  );
  const autumn = newsOf(at('2026-10-24T20:00:00Z'));
  const twice = rehearse(paced({ pace: 'daily', hour: 2 }), autumn, VIEWER, 'Europe/Berlin', new Date('2026-10-27'));
  t.deepEqual(
    twice.map(({ at: sent }) => new Date(sent).toISOString()),
    ['2026-10-25T00:00:00.000Z'],
  );
});

test('a weekly digest comes on its day', (t) => {
  const rule = paced({ pace: 'weekly', hour: 9, weekday: 5 }, { group: 'client' });
  const news = newsOf({}, { minutes: 60 }, { minutes: (3 * DAY) / MINUTE });
  t.deepEqual(told(rule, news, { days: 14 }), [
    `${(2 * DAY + HOUR) / MINUTE} alerts: 2 links for client.example were removed`,
    `${(9 * DAY + HOUR) / MINUTE} alerts: 1 link for client.example was removed`,
  ]);
});

test('what is due in quiet hours waits for their end, as one message', (t) => {
  const rule = paced({ quiet: { from: 9, to: 11 } });
  const news = newsOf(
    {},
    { minutes: 60, site: 'a.example' },
    { minutes: 100, site: 'b.example' },
    { minutes: 179, site: 'c.example' },
  );
  t.deepEqual(told(rule, news, { days: 0.5 }), [
    '5 alerts: 1 link on north.example was removed',
    '180 alerts: 2 links on 2 sites were removed',
    '185 alerts: 1 link on c.example was removed',
  ]);
  const night = paced({ quiet: { from: 22, to: 7 } });
  t.deepEqual(told(night, newsOf({ minutes: 15 * 60 }), { days: 1 }), [
    '1380 alerts: 1 link on north.example was removed',
  ]);
});

test('an outage is told once, and hides what follows from it', (t) => {
  const rule = { ...RULE, kinds: ['unchecked', 'outage'] } as const;
  const resumed = { fact: { kind: 'resumed' }, kind: 'outage', minutes: 2_000 } as const;
  const unchecked = (minutes: number) => ({ kind: 'unchecked', minutes }) as const;
  const news = newsOf({ kind: 'outage' }, unchecked(100), resumed, unchecked(3_000), unchecked(4_000));
  t.deepEqual(told(rule, news), [
    '5 outage: Checks are delayed: the status of your links may be out of date',
    '4005 alerts: 1 link on north.example was not checked lately',
  ]);
  t.deepEqual(told({ ...rule, kinds: ['unchecked'] }, news).length, 1);
});

test('a rule matches kinds, codes and places, and never what the receiver did', (t) => {
  const one = (rule: Partial<AlertRule>, change: Change, viewer = VIEWER) =>
    newsOf(change).every((news) => matches({ ...RULE, ...rule }, news, viewer));
  t.true(one({}, {}));
  t.false(one({ kinds: ['live'] }, {}));
  t.false(one({}, { authorId: 'bob' }));
  t.true(one({}, { authorId: 'bob' }, { ...VIEWER, userId: null }));
  t.false(one({}, { audience: 'team:other' }));
  t.false(one({}, {}, { ...VIEWER, audiences: new Map([[TEAM, '2026-03-04T09:00:00.000Z']]) }));
  const warned = { kind: 'warned', codes: ['noindex', 'hidden'] } as const;
  t.true(one({ kinds: ['warned'] }, warned));
  t.true(one({ kinds: ['warned'], warnings: ['hidden'] }, warned));
  t.false(one({ kinds: ['warned'], warnings: ['type-changed'] }, warned));
  t.false(one({ kinds: ['deviates'], deviations: ['late'] }, { kind: 'deviates', codes: ['wrong-type'] }));
  t.true(one({ where: { kind: 'assigned' } }, { assignedTo: 'bob' }));
  t.false(one({ where: { kind: 'assigned' } }, { assignedTo: null }, { ...VIEWER, userId: null }));
  t.false(one({ where: { kind: 'list', id: 'team:t2' } }, {}));
  t.true(one({ where: { kind: 'client', id: 'client.example' } }, {}));
  t.false(
    one(
      { where: { kind: 'client', id: 'other.example' } },
      {},
      { ...VIEWER, clientDomains: new Set(['other.example']) },
    ),
  );
  t.true(one({ where: { kind: 'tag', id: 'Summer' } }, { tags: ['summer'] }));
  t.false(one({ where: { kind: 'campaign', id: 'c1' } }, { campaignId: 'c2' }));
  t.true(one({ kinds: ['outage'], where: { kind: 'campaign', id: 'c1' } }, { kind: 'outage', linkId: null }));
});

test('a message says what each kind counts, in the reader’s language', (t) => {
  const news = newsOf({}, {}, { kind: 'expires', site: 'south.example' }, { kind: 'unclear', site: '' });
  const [message] = rehearse({ ...RULE, kinds: ALERT_KINDS }, news, VIEWER, 'UTC', new Date(START + HOUR));
  t.truthy(message);
  if (message === undefined) return;
  t.is(
    messageTitle(message, TEXTS),
    '2 links on north.example were removed, 1 link for client.example could not be verified, 1 link on south.example ends soon',
  );
  t.is(
    groupTitle('alerts', message.groups[0] ?? { site: '', client: '', counts: {} }, ruleTexts(readerIn('de'))),
    '2 Links auf north.example wurden entfernt',
  );
});

const anyRule = record({
  kinds: constantFrom<readonly AlertKind[]>(['lost'], ['lost', 'live'], ALERT_KINDS),
  group: constantFrom<AlertRule['group']>('incident', 'client', 'list'),
  when: record({
    pace: constantFrom<AlertRule['when']['pace']>('at-once', 'hourly', 'daily', 'weekly'),
    hour: integer({ min: 0, max: 23 }),
    weekday: integer({ min: 1, max: 7 }),
    quiet: option(constantFrom({ from: 22, to: 7 }, { from: 1, to: 3 }, { from: 9, to: 17 })),
  }),
}).map((parts): AlertRule => ({ ...RULE, ...parts }));

const anyNews = array(
  record({
    after: integer({ min: 0, max: 300 }),
    kind: constantFrom<AlertKind>('lost', 'lost', 'live', 'unclear', 'not-found', 'expires', 'unchecked', 'outage'),
    linkId: constantFrom('l1', 'l2', 'l3'),
  }),
  { maxLength: 40 },
).map((steps) => {
  let minutes = 0;
  return newsOf(
    ...steps.map(({ after, kind, linkId }) => {
      minutes += after / 2;
      return { minutes, kind, linkId, site: linkId === 'l3' ? 'south.example' : 'north.example' };
    }),
  );
});
const anyZone = constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia');
/** Around the changes of the clocks in Berlin and New York, and on an ordinary day. */
const anyShift = constantFrom(0, 3, 24, 233, 240).map((days) => days * DAY);
const shifted = (news: readonly AlertNews[], ms: number) =>
  news.map((each) => ({ ...each, at: new Date(Date.parse(each.at) + ms).toISOString() }));

/** As the rounds do: every 30 seconds, with progress stored as JSON and all alerts of the time. */
function live(rule: AlertRule, news: readonly AlertNews[], zone: string, until: number, everyMs: number) {
  const incidents = new IncidentLog();
  const messages: PlannedMessage[] = [];
  let stored = JSON.stringify(new RulePlan(rule, zone).progress);
  let next = 0;
  for (let now = Date.parse(news[0]?.at ?? '') || until; ; now = Math.min(now + everyMs, until)) {
    const progress: RuleProgress = JSON.parse(stored);
    const plan = new RulePlan(rule, zone, notAfter(progress, now));
    for (; Date.parse(news[next]?.at ?? '') <= now; next += 1) {
      const each = news[next];
      if (each === undefined) break;
      messages.push(...plan.until(Date.parse(each.at)));
      plan.take(each, matches(rule, each, VIEWER), incidents.join(each));
    }
    messages.push(...plan.until(now));
    stored = JSON.stringify(plan.progress);
    if (now === until) return messages;
  }
}

test('rounds send what the rehearsal says', (t) => {
  assert(
    property(
      anyRule,
      anyNews,
      anyZone,
      anyShift,
      constantFrom(30_000, 7 * MINUTE, 5 * HOUR),
      (rule, news, zone, shift, ms) => {
        const moved = shifted(news, shift);
        const until = Date.parse(moved.at(-1)?.at ?? '') + 2 * DAY || START;
        t.deepEqual(live(rule, moved, zone, until, ms), rehearse(rule, moved, VIEWER, zone, new Date(until)));
      },
    ),
    { numRuns: 60 },
  );
});

test('each wanted alert is told exactly once, in time and never in quiet hours', (t) => {
  assert(
    property(anyRule, anyNews, anyZone, anyShift, (rule, news, zone, shift) => {
      const moved = shifted(news, shift);
      const until = new Date((Date.parse(moved.at(-1)?.at ?? '') || START) + 12 * DAY);
      const messages = rehearse(rule, moved, VIEWER, zone, until);
      const positions = messages
        .filter(({ kind }) => kind === 'alerts' || kind === 'outage')
        .flatMap(({ groups }) => groups.flatMap(({ refs }) => refs.map(({ position }) => position)));
      t.is(new Set(positions).size, positions.length);
      const isHidden = (each: AlertNews) =>
        each.kind === 'unchecked' && moved.some(({ kind, at }) => kind === 'outage' && at <= each.at);
      const wanted = moved.filter((each) => matches(rule, each, VIEWER) && !isHidden(each));
      t.deepEqual(
        positions.toSorted((one, other) => one - other),
        wanted.map(({ position }) => position),
      );
      t.is(new Set(messages.map(({ id }) => id)).size, messages.length);
      const times = messages.map(({ at }) => at);
      t.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
      const { quiet, pace } = rule.when;
      for (const { at, groups } of messages) {
        const hour = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).hour;
        if (quiet !== null)
          t.false(
            quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to,
          );
        if (quiet === null && (pace === 'daily' || pace === 'weekly'))
          t.is(hour, rule.when.hour + (hour - rule.when.hour === 1 ? 1 : 0));
        for (const { refs } of groups)
          t.true(refs.every(({ position }) => Date.parse(moved[position - 1]?.at ?? '') <= at));
      }
    }),
    { numRuns: 150 },
  );
});

test('alerts that come again change nothing', (t) => {
  assert(
    property(anyRule, anyNews, (rule, news) => {
      const incidents = new IncidentLog();
      const plan = new RulePlan(rule, 'UTC');
      const steps = news.map((each) => ({ each, step: incidents.join(each) }));
      for (const { each, step } of steps) plan.take(each, matches(rule, each, VIEWER), step);
      const before = plan.progress;
      for (const { each, step } of steps) plan.take(each, matches(rule, each, VIEWER), step);
      t.deepEqual(plan.progress, before);
      const known = incidents.changed();
      const again = new IncidentLog(known);
      for (const each of news) again.join(each);
      t.deepEqual(again.changed(), []);
    }),
    { numRuns: 100 },
  );
});

test('after the clock was set back, nothing waits for the future', (t) => {
  const plan = new RulePlan(RULE, 'UTC');
  for (const each of newsOf({ minutes: 40 * 24 * 60 })) plan.take(each, true, new IncidentLog().join(each));
  const corrected = new RulePlan(RULE, 'UTC', notAfter(plan.progress, START));
  t.is(corrected.nextAt, START + 5 * MINUTE);
});
