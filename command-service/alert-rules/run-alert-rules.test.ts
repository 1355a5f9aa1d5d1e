/** Alert rules on real stores, views and mails, with a clock that the test moves and channels that keep what they get. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import type { Mail } from '../../infra/ports/process/mailer.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import {
  EventBuilder,
  joinedTeam,
  linkAdded,
  linkMoved,
  recordingLog,
  statusChanged,
  teamCreated,
  userRegistered,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { markAllAlertsRead } from '../../projections/alerts/read-marks.ts';
import { readNews } from '../../projections/alerts/rules/alert-news.ts';
import type { Incident } from '../../projections/alerts/rules/incidents.ts';
import { rehearse } from '../../projections/alerts/rules/rehearse.ts';
import { readViewer } from '../../projections/alerts/rules/rule-match.ts';
import { INCIDENTS } from '../../projections/alerts/stored-incidents.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { alerts } from '../../projections/views/links/alerts.ts';
import type { ChannelMessage } from '../channels/channel-message.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { sendAlertMails } from '../mail/rounds/send-alert-mails.ts';
import type { AlertRule } from '../model/alert-rule/events.ts';
import { alertMails } from '../reactors/alert-mails.ts';
import { runReactor } from '../reactors/run-reactor.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { applyAlertRules } from './run-alert-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The day is a Wednesday. */
const START = Date.parse('2026-03-04T08:00:00.000Z');

const RULE: AlertRule = {
  ...{ id: 'r1', kinds: ['lost'], deviations: [], warnings: [], where: { kind: 'everything' }, to: { kind: 'me' } },
  ...{ when: { pace: 'at-once', hour: 8, weekday: 1, quiet: null }, group: 'incident', on: true },
};
const TO_CHANNEL: AlertRule = { ...RULE, id: 'r2', to: { kind: 'channel', id: 'c1' } };

type Step = Parameters<EventBuilder['add']>[0];

const removed = (linkId: string): Step => statusChanged(linkId, 'live', 'removed', 'not-on-page');
const back = (linkId: string): Step => statusChanged(linkId, 'removed', 'live', 'found-static');
const rulesSet = (scope: Scope, ...rules: readonly AlertRule[]): Step => ({
  ...{ type: 'AlertRulesSet', stream: `alertrules-${scope}`, data: { scope, rules } },
});

/** Ann owns a team with Bob as a member; the team has links on two sites, and Ann one of her own. */
async function world(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'alert-rules-'));
  let clock = START;
  let isTrusted = true;
  const now = () => new Date(clock);
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const logger = recordingLog();
  const projections = startProjections(allViews, { feed, reads, logger });
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const outbox = new MailOutbox({ ...durable, mailer, secret: 'test', isOpen: async () => true, logger, now });
  const channels = new Map<string, ChannelMessage>();
  const events = new EventBuilder();
  const stop = new AbortController();
  const unsubscribing = new UnsubscribeLinks('a secret', 'https://links.example');
  const deps = {
    ...{ feed, reads, ...durable, outbox, logger, now },
    publicUrl: 'https://links.example',
    unsubscribing,
    clock: { trusted: () => (isTrusted ? now() : null) },
    channels: {
      enqueue: async (channelId: string, message: ChannelMessage) => {
        if (!channels.has(message.id)) channels.set(message.id, { ...message, id: `${channelId} ${message.id}` });
      },
    },
  };
  const reacted = async () => {
    const head = await feed.head();
    await waitUntil(async () => ((await durable.checkpoints.get('alert-mails')) ?? -1) >= head);
  };
  const running = runReactor(deps, alertMails(deps), stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
    await projections.stop();
    await feed.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const add = async (...all: readonly Step[]) => {
    const at = now().toISOString();
    await writeAll(
      feed,
      all.map((event) => events.add(event, { at })),
    );
    await projections.caughtUp(await feed.head());
    await reacted();
  };
  const round = async (state: DurableStore = durable.state) => {
    await applyAlertRules({ ...deps, state }, stop.signal);
    await sendAlertMails(deps, stop.signal);
    await outbox.sendDue(stop.signal);
  };
  await reacted();
  await add(userRegistered('ann', { firstName: 'Ann' }), userRegistered('bob'));
  await add(teamCreated('t1', 'ann', 'Agency'), joinedTeam('t1', 'bob'));
  await add(linkAdded('own', { articleLink: 'https://own.example/post' }));
  const link = (id: string, site: string) => linkAdded(id, { scope: 'team:t1', articleLink: `https://${site}/${id}` });
  await add(link('l1', 'north.example'), link('l2', 'north.example'), link('l3', 'south.example'));
  return {
    ...{ deps, reads, unsubscribing, state: durable.state, log: logger, sent, add, round, now },
    channel: () => [...channels.values()],
    subjects: (name: string) => sent.filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject),
    passes(ms: number) {
      clock += ms;
    },
    /** Lets time pass in rounds of 30 seconds. */
    async after(ms: number) {
      for (const end = clock + ms; clock < end; ) {
        clock = Math.min(clock + 30_000, end);
        await round();
      }
    },
    trusts(yes: boolean) {
      isTrusted = yes;
    },
    position: () => reads.position(alerts),
  };
}

test('a person’s rule tells an incident by mail, in place of the usual mail', async (t) => {
  const { add, after, subjects, sent, unsubscribing } = await world(t);
  await add(rulesSet('user:ann', RULE));
  await add(removed('l1'));
  await after(MINUTE);
  await add(removed('l2'), removed('l3'));
  await after(10 * MINUTE);
  t.deepEqual(subjects('ann'), ['3 links on 2 sites were removed']);
  t.deepEqual(subjects('bob'), ['3 links lost for client.example']);
  const [mail] = sent.filter(({ to }) => to === 'ann@example.com');
  t.deepEqual(unsubscribing.subjectOf(mail?.unsubscribe ?? ''), { kind: 'rule', userId: 'ann', ruleId: 'r1' });
  t.true(mail?.text.includes('\n\n2 links on north.example were removed\n\nLink Removed: The link to client.example'));
  t.true(
    mail?.text
      .replaceAll('\n', ' ')
      .includes('Your rule “links removed: at once” sent this email. https://links.example/alerts/rules'),
    mail?.text,
  );
});

test('a mail divided by list has the name of each list, and is in the language of its reader', async (t) => {
  const { add, after, sent } = await world(t);
  await add({ type: 'SettingsChanged', stream: 'user-ann', data: { userId: 'ann', language: 'de' } });
  await add(rulesSet('user:ann', { ...RULE, group: 'list', when: { ...RULE.when, pace: 'hourly' } }));
  await add(removed('l1'), removed('l3'), removed('own'));
  await after(6 * MINUTE);
  const [mail] = sent.filter(({ to }) => to === 'ann@example.com');
  t.is(mail?.subject, '3 Links für client.example wurden entfernt');
  t.deepEqual(
    mail?.text.split('\n\n').filter((part) => !part.includes('example')),
    ['Hallo Ann,', 'Team Agency', 'Deine Links'],
  );
  t.regex(
    mail?.text.replaceAll('\n', ' ') ?? '',
    /von deiner Regel „entfernte Links: höchstens eine Nachricht pro Stunde/,
  );
});

test('a team’s rules tell its members and its channels about its links only, the end and reminders, too', async (t) => {
  const { add, after, subjects, channel, state } = await world(t);
  await add(rulesSet('user:ann'), rulesSet('user:bob'));
  await add(rulesSet('team:t1', { ...RULE, to: { kind: 'member', id: 'bob' } }, TO_CHANNEL));
  await add(removed('l1'), removed('l2'), removed('own'));
  await after(6 * MINUTE);
  t.deepEqual(subjects('ann'), []);
  t.deepEqual(subjects('bob'), ['2 links on north.example were removed']);
  const [message] = channel();
  t.like(message, {
    ...{ kind: 'alerts', language: 'en', title: '2 links on north.example were removed' },
    url: 'https://links.example/?teamId=t1&publisher=north.example&lostFrom=2026-03-04&lostTo=2026-03-04',
  });
  const [group] = message?.groups ?? [];
  t.deepEqual(
    group?.items.map(({ linkId }) => linkId),
    ['l2', 'l1'],
  );
  t.like(group?.items[0], {
    ...{ articleLink: 'https://north.example/l2', event: 'LinkStatusChanged', url: 'https://links.example/?link=l2' },
  });
  const [incident] = await state.listOf<Incident>(INCIDENTS, 'team:t1');
  t.like(incident?.value, { site: 'north.example', count: 2, endedAt: null });
  t.is(group?.incidentId, incident?.key ?? '');
  await add(back('l1'));
  await after(DAY);
  t.is(channel().at(-1)?.title, '1 link on north.example is still removed');
  await add(back('l2'));
  await after(6 * MINUTE);
  t.like(channel().at(-1), { kind: 'back', title: '2 links on north.example are live again' });
  t.deepEqual(subjects('bob').length, 3);
  await after(2 * DAY);
  t.is(channel().length, 3);
});

test('nobody is reminded of an incident that somebody acknowledged', async (t) => {
  const { add, after, channel, state } = await world(t);
  await add(rulesSet('team:t1', TO_CHANNEL));
  await add(removed('l1'), removed('l3'));
  await after(6 * MINUTE);
  const all = await state.listOf<Incident>(INCIDENTS, 'team:t1');
  const [incident] = all.flatMap(({ value }) => (value.site === 'north.example' ? value : []));
  if (incident === undefined) return t.fail();
  const { id: incidentId, kind, site, count } = incident;
  const data = { incidentId, scope: 'team:t1', kind, site, count } as const;
  await add({ type: 'IncidentAcknowledged', stream: `incident-${incidentId}`, data });
  await after(DAY);
  t.deepEqual(
    channel().map(({ title }) => title),
    ['2 links on 2 sites were removed', '1 link on south.example is still removed'],
  );
});

test('a reminder of a large incident counts the links that are not back', async (t) => {
  const { add, after, channel } = await world(t);
  await add(rulesSet('team:t1', TO_CHANNEL));
  const ids = Array.from({ length: 23 }, (_, index) => `m${index}`);
  const site = 'east.example';
  await add(...ids.map((id) => linkAdded(id, { scope: 'team:t1', articleLink: `https://${site}/${id}` })));
  await add(...ids.map(removed));
  await after(6 * MINUTE);
  await add(...ids.slice(0, 21).map(back));
  await after(DAY);
  t.deepEqual(
    channel().map(({ title }) => title),
    ['23 links on east.example were removed', '2 links on east.example are still removed'],
  );
});

test('a member who left, a place that is gone and a rule that is off send nothing, and log nothing', async (t) => {
  const { add, after, sent, channel, log } = await world(t);
  await add(
    ...[rulesSet('user:ann'), rulesSet('user:bob')],
    rulesSet(
      'team:t1',
      { ...RULE, id: 'a', to: { kind: 'member', id: 'bob' } },
      { ...TO_CHANNEL, id: 'b', where: { kind: 'tag', id: 'gone' } },
      { ...TO_CHANNEL, id: 'c', where: { kind: 'campaign', id: 'gone' } },
      { ...TO_CHANNEL, id: 'd', on: false },
    ),
  );
  await add(removed('l1'));
  await after(MINUTE);
  await add({ type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } });
  await after(2 * HOUR);
  await add(removed('l2'));
  await after(2 * HOUR);
  t.deepEqual([sent, channel(), log.lines], [[], [], []]);
});

test('what was read or moved away meanwhile is left out of a mail', async (t) => {
  const { add, after, subjects, state, now, position, round } = await world(t);
  await add(rulesSet('user:ann', RULE), rulesSet('user:bob', RULE));
  await add(removed('l1'), removed('l3'));
  await round();
  await markAllAlertsRead(state, 'ann', await position(), now());
  await add(linkMoved('l3', 'team:t1', 'user:ann'));
  await after(6 * MINUTE);
  t.deepEqual([subjects('ann'), subjects('bob')], [[], ['1 link on north.example was removed']]);
});

test('new rules of a person send, once, what was waiting for the usual mail', async (t) => {
  const { add, after, subjects, round } = await world(t);
  await add(removed('l1'));
  await round();
  await add(rulesSet('user:bob', RULE));
  await add(removed('l3'));
  await after(2 * HOUR);
  t.deepEqual(subjects('bob'), ['2 links on 2 sites were removed']);
  t.deepEqual(subjects('ann'), ['2 links lost for client.example']);
});

test('a new rule tells nothing that happened before it', async (t) => {
  const { add, after, channel, round } = await world(t);
  await add(removed('l1'));
  await add(rulesSet('team:t1', TO_CHANNEL));
  await round();
  await add(rulesSet('team:t1', TO_CHANNEL, { ...TO_CHANNEL, id: 'r3' }));
  await add(removed('l3'));
  await after(HOUR);
  t.deepEqual(
    channel().map(({ title }) => title),
    Array(2).fill('1 link on south.example was removed'),
  );
});

test('without a trusted clock no message is sent, and alerts recorded while the clock was ahead are sent once', async (t) => {
  const { add, after, passes, trusts, channel, round } = await world(t);
  await add(rulesSet('team:t1', TO_CHANNEL));
  await round();
  trusts(false);
  passes(33 * DAY);
  await add(removed('l1'));
  await round();
  t.deepEqual(channel(), []);
  passes(-33 * DAY);
  trusts(true);
  await after(6 * MINUTE);
  t.is(channel().length, 1);
  await after(2 * HOUR);
  t.is(channel().length, 1);
});

test('an outage of the checks sends one message', async (t) => {
  const { add, after, channel } = await world(t);
  await add(rulesSet('team:t1', { ...TO_CHANNEL, kinds: ['outage', 'unchecked'] }));
  await add({ type: 'CheckerFellSilent', stream: 'silence-checker', data: { hours: 26 } });
  await add({
    ...{ type: 'LinkUncheckedNoticed', stream: 'notice-l1', data: { linkId: 'l1', lastChecked: '2026-02-01' } },
  });
  await after(10 * MINUTE);
  t.deepEqual(
    channel().map(({ kind, title }) => [kind, title]),
    [['outage', 'Checks are delayed: the status of your links may be out of date']],
  );
});

test('two processes at the same time send each message once', async (t) => {
  const { add, deps, passes, channel, subjects } = await world(t);
  await add(rulesSet('user:bob', RULE), rulesSet('team:t1', TO_CHANNEL));
  await add(removed('l1'), removed('l3'));
  const { signal } = new AbortController();
  const both = () => Promise.all([applyAlertRules(deps, signal), applyAlertRules(deps, signal)]);
  await both();
  passes(6 * MINUTE);
  await both();
  await deps.outbox.sendDue(signal);
  t.deepEqual([channel().length, subjects('bob').length], [1, 1]);
});

test('a crash at any point repeats no message and loses none, and rounds send what the rehearsal says', async (t) => {
  const { add, after, channel, round, state, passes, now, reads, log } = await world(t);
  const rule: AlertRule = { ...TO_CHANNEL, kinds: ['lost', 'live'] };
  await add(rulesSet('team:t1', rule));
  await round();
  const from = await reads.position(alerts);
  /** Fails once, at the n-th write: as if the process were killed there. */
  const crashing = (writes: number): DurableStore => {
    let left = writes;
    const killed = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    const store = Object.create(state) as DurableStore;
    store.put = async (...args) => {
      killed();
      await state.put(...args);
    };
    store.remove = async (...args) => {
      killed();
      await state.remove(...args);
    };
    return store;
  };
  const steps = array(
    record({
      after: integer({ min: 0, max: 40 }),
      crash: integer({ min: 0, max: 9 }),
      link: constantFrom('l1', 'l2', 'l3'),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const live = new Set(['l1', 'l2', 'l3']);
  let changes = 0;
  await assert(
    asyncProperty(steps, async (all) => {
      for (const { after: minutes, crash, link } of all) {
        await add(live.has(link) ? removed(link) : back(link));
        changes += 1;
        if (!live.delete(link)) live.add(link);
        await round(crashing(crash)).catch(() => undefined);
        for (let minute = 0; minute < minutes; minute += 1) {
          passes(MINUTE);
          await round(crashing(minute % 10)).catch(() => undefined);
          await round();
        }
      }
    }),
    { numRuns: 8 },
  );
  await after(HOUR);
  const viewer = await readViewer(reads, 'team:t1', rule);
  t.truthy(viewer);
  if (viewer === null) return;
  const told = channel().filter(({ kind }) => kind === 'alerts');
  const news = await readNews(reads, ['team:t1'], { after: from, since: '', limit: 10_000 });
  const planned = rehearse(rule, news, viewer, 'UTC', now()).filter(({ kind }) => kind === 'alerts');
  // Each link keeps its last five alerts: the newest messages can be compared.
  const newest = planned.slice(-3).map(({ id }) => `c1 ${id}`);
  t.deepEqual(
    told.slice(-newest.length).map(({ id }) => id),
    newest,
  );
  t.is(new Set(told.map(({ position }) => position)).size, told.length);
  t.is(
    told.flatMap(({ groups }) => groups).reduce((sum, { count }) => sum + count, 0),
    changes,
  );
  t.deepEqual(log.lines, []);
});
