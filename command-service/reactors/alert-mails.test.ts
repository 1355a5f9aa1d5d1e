/** Alerts as mails, on real stores and views, with a clock that the test moves and a mailer that stores its mails. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { type Mail, MailError } from '../../infra/ports/process/mailer.ts';
import {
  EventBuilder,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkMoved,
  recordingLog,
  statusChanged,
  teamCreated,
  userRegistered,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { forgetCheckpoint } from '../../infra/testing/forget-checkpoint.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { readAlertFeed } from '../../projections/alerts/alert-feed.ts';
import { markAllAlertsRead } from '../../projections/alerts/read-marks.ts';
import { rebuild } from '../../projections/runner/rebuild.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { alerts } from '../../projections/views/links/alerts.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { WarningCode } from '../contract/observation.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { GATHER_MS, MAILS_A_DAY, sendAlertMails } from '../mail/rounds/send-alert-mails.ts';
import { sendSealMails } from '../mail/rounds/send-seal-mails.ts';
import { sendWeeklyReports } from '../mail/rounds/weekly-report.ts';
import type { SettingsFields } from '../model/user/events.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { alertMails } from './alert-mails.ts';
import { runReactor } from './run-reactor.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The day is a Wednesday. */
const START = Date.parse('2026-03-04T08:00:00.000Z');

/** Ann owns a team with Bob as a member, and has a link of her own; the team has three links. */
async function world(t: ExecutionContext, start = START) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'alert-mails-'));
  let clock = start;
  const now = () => new Date(clock);
  let isTrusted = true;
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const state = durable.state;
  const logger = recordingLog();
  let projections = startProjections(allViews, { feed, reads, logger });
  const sent: Mail[] = [];
  let failing = false;
  const mailer = {
    async send(mail: Mail) {
      if (failing) throw new MailError('no', 'ECONNECTION');
      sent.push(mail);
    },
  };
  const outbox = new MailOutbox({ state, mailer, secret: 'test', isOpen: async () => true, logger, now });
  const events = new EventBuilder();
  const add = async (...all: Parameters<EventBuilder['add']>[0][]) => {
    const at = now().toISOString();
    await writeAll(
      feed,
      all.map((event) => events.add(event, { at })),
    );
    await projections.caughtUp(await feed.head());
  };
  let stop = new AbortController();
  let running = Promise.resolve();
  const deps = {
    ...{ feed, reads, ...durable, outbox, logger, now },
    publicUrl: 'https://links.example',
    unsubscribing: new UnsubscribeLinks('a secret', 'https://links.example'),
    clock: { trusted: () => (isTrusted ? now() : null) },
  };
  const begin = () => {
    stop = new AbortController();
    running = runReactor(deps, alertMails(deps), stop.signal);
  };
  const end = async () => {
    stop.abort();
    await running;
  };
  const noted = async () => {
    const head = await feed.head();
    await waitUntil(async () => ((await durable.checkpoints.get('alert-mails')) ?? -1) >= head);
  };
  t.teardown(async () => {
    await end();
    await projections.stop();
    await feed.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await add(userRegistered('ann', { firstName: 'Ann' }), userRegistered('bob'), userRegistered('eve'));
  await add(teamCreated('t1', 'ann', 'Agency'), joinedTeam('t1', 'bob'));
  await add(linkAdded('own', { articleLink: 'https://own.example/post' }));
  await add(...['l1', 'l2', 'l3'].map((id) => linkAdded(id, { scope: 'team:t1' })));
  begin();
  await noted();
  const removed = (linkId: string) => statusChanged(linkId, 'live', 'removed', 'not-on-page');
  const back = (linkId: string) => statusChanged(linkId, 'removed', 'live', 'found-static');
  return {
    folder,
    sent,
    state,
    log: logger,
    add,
    begin,
    end,
    noted,
    removed,
    back,
    now,
    to: (email: string) => sent.filter((mail) => mail.to === `${email}@example.com`),
    fail(yes: boolean) {
      failing = yes;
    },
    /** Lets the follower handle the events, lets time pass, and sends the mails that are due then. */
    async after(ms: number) {
      await noted();
      clock += ms;
      await sendAlertMails(deps, stop.signal);
      await sendWeeklyReports(deps, stop.signal);
      await sendSealMails(deps, stop.signal);
      await outbox.sendDue(stop.signal);
    },
    /** Somebody sets the clock, which is then not trusted. */
    jumps(ms: number) {
      clock += ms;
      isTrusted = false;
    },
    trusts() {
      isTrusted = true;
    },
    /** Lets time pass without the follower, as if the process were down. */
    passes(ms: number) {
      clock += ms;
    },
    settings: (userId: string, settings: Partial<SettingsFields>) =>
      add({ type: 'SettingsChanged', stream: `user-${userId}`, data: { userId, ...settings } }),
    async rebuild() {
      await projections.stop();
      await rebuild(allViews, [], { feed, reads, logger }, { write: () => true });
      projections = startProjections(allViews, { feed, reads, logger });
      await projections.caughtUp(await feed.head());
    },
    position: () => reads.position(alerts),
    feed: (userId: string) => readAlertFeed(reads, state, userId, now()),
  };
}

test('a mail that was sent while the clock was ahead does not delay the next one', async (t) => {
  const { add, removed, after, passes, jumps, trusts, to } = await world(t);
  passes(2 * HOUR);
  await add(removed('l1'));
  await after(GATHER_MS);
  t.is(to('bob').length, 1);
  jumps(-HOUR);
  trusts();
  await add(removed('l2'));
  await after(GATHER_MS);
  t.is(to('bob').length, 2);
});

test('alerts within minutes go out as one mail, by scope, to the people who see them', async (t) => {
  const { add, removed, after, sent, to } = await world(t);
  await add(removed('l1'), removed('l2'));
  await add(removed('own'));
  await after(GATHER_MS - 1);
  t.is(sent.length, 0);
  await after(1);
  t.is(sent.length, 2);
  const [ann] = to('ann');
  t.is(ann?.subject, '3 links lost for client.example');
  t.true(ann?.html?.includes('href="https://links.example/?link=own"'));
  t.is(
    ann?.text.replace(/(?<=unsubscribe\/)[\w-]{100,}$/, '…'),
    [
      'Hello Ann,',
      'Your links',
      'Link Removed: The link to client.example on own.example/post has been\nremoved. We read the whole page. The link isn’t there.\nArticle:\nhttps://own.example/post\nDetails:\nhttps://links.example/?link=own',
      'Team Agency',
      ...Array.from(
        { length: 2 },
        (_, place) =>
          `Link Removed: The link to client.example on blog.example/post has been\nremoved. We read the whole page. The link isn’t there.\nArticle:\nhttps://blog.example/post\nDetails:\nhttps://links.example/?link=l${2 - place}`,
      ),
      'All alerts:\nhttps://links.example/alerts',
      'You get at most one email an hour, five a day.\nhttps://links.example/settings#notifications',
      'Do you want no more emails like this one?\nhttps://links.example/api/unsubscribe/…',
    ].join('\n\n'),
  );
  const [bob] = to('bob');
  t.is(bob?.subject, '2 links lost for client.example');
  t.false(bob?.text.includes('own.example'));
  await after(2 * HOUR);
  t.is(sent.length, 2);
});

test('a new warning about a live link is mailed to those who want such alerts', async (t) => {
  const { add, after, settings, to } = await world(t);
  await settings('bob', { warningAlerts: ['noindex'] });
  const verdict = { status: 'live', reason: 'found-static', linkType: 'dofollow' } as const;
  const checked = (linkId: string, ...codes: readonly WarningCode[]) =>
    linkChecked(linkId, `${linkId}-${codes}`, {
      ...verdict,
      warnings: codes.map((code) => ({ code, evidence: 'its style' })),
    });
  await add(statusChanged('l1', 'pending', 'live', 'found-static'), checked('l1', 'hidden'));
  await after(GATHER_MS);
  t.is(to('bob').length, 0);
  const [ann] = to('ann');
  t.regex(ann?.text.replaceAll(/\s+/g, ' ') ?? '', /Visitors cannot see the link: its style\./);
  await settings('ann', { warningAlerts: [] });
  await add(checked('l1', 'hidden', 'noindex'));
  await after(2 * HOUR);
  t.is(to('ann').length, 1);
  t.regex(to('bob')[0]?.text.replaceAll(/\s+/g, ' ') ?? '', /not to index it: its style\./);
});

test('a mail is in the language of the person’s settings, with its reasons and dates', async (t) => {
  const { add, removed, after, settings, to } = await world(t);
  await settings('ann', { language: 'de' });
  await add(removed('l1'), removed('l2'));
  await after(GATHER_MS);
  const [ann] = to('ann');
  t.is(ann?.subject, 'client.example: 2 Links verloren');
  t.regex(ann?.html ?? '', /<html lang="de" dir="ltr">/);
  t.regex(
    ann?.text.replaceAll(/\s+/g, ' ') ?? '',
    /^Hallo Ann, Team Agency Link entfernt: Der Link zu client\.example auf blog\.example\/post wurde entfernt\. Wir haben die ganze Seite gelesen\./,
  );
  t.regex(ann?.text ?? '', /Artikel:\n.*\nEinzelheiten:\n/);
  t.is(to('bob')[0]?.subject, '2 links lost for client.example');
});

test('at most one mail an hour is sent, and alerts in between share the next one', async (t) => {
  const { add, removed, back, after, to } = await world(t);
  await add(removed('l1'));
  await after(GATHER_MS);
  await add(removed('l2'));
  await after(30 * MINUTE);
  await add(removed('l3'), back('l1'));
  await after(29 * MINUTE);
  t.is(to('bob').length, 1);
  await after(MINUTE);
  t.deepEqual(
    to('bob').map(({ subject }) => subject),
    ['1 link lost for client.example', '2 links lost, 1 link live for client.example'],
  );
});

test('after several mails on a day the rest is one digest at the end of the day', async (t) => {
  const { add, removed, back, after, to } = await world(t);
  for (let hour = 0; hour < MAILS_A_DAY + 3; hour += 1) {
    await add(hour % 2 === 0 ? removed('l1') : back('l1'));
    await after(HOUR);
  }
  t.is(to('bob').length, MAILS_A_DAY);
  await after(DAY / 2);
  t.is(to('bob').length, MAILS_A_DAY + 1);
  t.is(to('bob').at(-1)?.subject, 'Daily digest: 1 link lost, 2 links live for client.example');
  await after(HOUR);
  t.is(to('bob').length, MAILS_A_DAY + 1);
});

test('a person who wants no mails, no alerts of that kind or has no address gets no mail', async (t) => {
  const { add, removed, after, sent, settings } = await world(t);
  await settings('ann', { emailNotifications: false });
  await settings('bob', { statusChangeAlerts: false });
  await add(removed('l1'));
  await after(GATHER_MS);
  t.is(sent.length, 0);
  await settings('bob', { statusChangeAlerts: true });
  await add({
    type: 'LinkExpiryNoticed',
    stream: 'notice-l2',
    data: { linkId: 'l2', expirationDate: '2026-04-01', daysLeft: 7 },
  });
  await add({ type: 'UserRegistered', stream: 'user-cleo', data: { ...userRegistered('cleo').data, email: '' } });
  await add(joinedTeam('t1', 'cleo'));
  await add(removed('l3'));
  await after(GATHER_MS);
  t.deepEqual(
    sent.map(({ to }) => to),
    ['bob@example.com'],
  );
});

test('an alert that was read or is no longer visible is not mailed', async (t) => {
  const { add, removed, after, sent, state, now, position, noted } = await world(t);
  await add(removed('l1'), removed('l2'));
  await noted();
  await markAllAlertsRead(state, 'ann', await position(), now());
  await add(linkMoved('l1', 'team:t1', 'user:eve'), linkMoved('l2', 'team:t1', 'user:eve'));
  await after(GATHER_MS);
  t.is(sent.length, 0);
});

test('a restart at any point sends nothing twice and loses no alert', async (t) => {
  const { add, removed, after, begin, end, noted, sent } = await world(t);
  await add(removed('l1'));
  await noted();
  await end();
  begin();
  await after(GATHER_MS);
  t.is(sent.length, 2);
  await end();
  begin();
  await after(2 * HOUR);
  t.is(sent.length, 2);
});

test('events before the first start and alerts older than a day are not mailed', async (t) => {
  const { add, removed, after, begin, end, passes, folder, sent } = await world(t);
  await end();
  await add(removed('l1'));
  passes(DAY + MINUTE);
  begin();
  await after(GATHER_MS);
  t.is(sent.length, 0);
  await end();
  await add(removed('l2'));
  forgetCheckpoint(path.join(folder, 'durable.db'), 'alert-mails');
  begin();
  await after(GATHER_MS);
  t.is(sent.length, 0);
});

test('rebuilt views have the same alerts and send nothing', async (t) => {
  const { add, removed, after, rebuild, feed, sent } = await world(t);
  await add(removed('l1'), linkMoved('l1', 'team:t1', 'user:ann'), removed('l2'));
  await after(GATHER_MS);
  const before = [await feed('ann'), await feed('bob')];
  t.deepEqual(
    before.map(({ length }) => length),
    [4, 2],
  );
  await rebuild();
  t.deepEqual([await feed('ann'), await feed('bob')], before);
  await after(2 * HOUR);
  t.is(sent.length, 2);
});

test('a mail that could not be sent is tried again after minutes, and the log does not name the address', async (t) => {
  const { add, removed, after, fail, sent, log: logger } = await world(t);
  fail(true);
  await add(removed('l1'));
  await after(GATHER_MS);
  t.is(sent.length, 0);
  t.is(logger.lines.length, 2);
  t.false(JSON.stringify(logger.lines).includes('example.com'));
  fail(false);
  await after(MINUTE - 1);
  t.is(sent.length, 0);
  await after(1);
  t.deepEqual(
    sent.map(({ subject }) => subject),
    ['1 link lost for client.example', '1 link lost for client.example'],
  );
});

test('a mail server that is down for hours uses up no mail of the day: all are sent when it is up again', async (t) => {
  const { add, removed, back, after, fail, to } = await world(t);
  fail(true);
  for (let hour = 0; hour < MAILS_A_DAY; hour += 1) {
    await add(hour % 2 === 0 ? removed('l1') : back('l1'));
    await after(HOUR);
  }
  t.is(to('bob').length, 0);
  fail(false);
  for (let hour = 0; hour < 4; hour += 1) await after(HOUR);
  t.is(to('bob').length, MAILS_A_DAY);
  t.is(new Set(to('bob').map(({ id }) => id)).size, MAILS_A_DAY);
});

test('the weekly report goes out on Monday morning, once, to people who enabled it and have links', async (t) => {
  const { add, removed, after, settings, to, sent, begin, end } = await world(t);
  await settings('ann', { weeklyReport: true, statusChangeAlerts: false });
  await settings('bob', { weeklyReport: true });
  await settings('eve', { weeklyReport: true });
  await add(removed('l1'));
  await after(GATHER_MS);
  const before = to('bob').length;
  // Sunday, 23:05.
  await after(4 * DAY + 15 * HOUR);
  t.is(to('bob').length, before);
  await after(6 * HOUR + 55 * MINUTE);
  const [report] = to('ann');
  t.is(report?.subject, 'Your weekly backlink report');
  t.true(report?.text.includes('Team Agency\n\n0 live, 0 removed, 1 not found yet, 2 pending.'), report?.text);
  t.true(report?.text.includes('Your links\n\n0 live, 0 removed, 1 pending.'), report?.text);
  t.true(to('bob').at(-1)?.text.includes('1 removed, 0 other changes'), to('bob').at(-1)?.text);
  t.deepEqual(to('eve'), []);
  const all = sent.length;
  await end();
  begin();
  await after(HOUR);
  t.is(sent.length, all);
  await after(7 * DAY);
  t.is(sent.length, all + 2);
});

test('the weekly report goes out on the Monday morning of each person’s time zone', async (t) => {
  const { after, settings, to } = await world(t);
  await settings('ann', { weeklyReport: true, calendar: { timeZone: 'Pacific/Kiritimati', monthStart: 1 } });
  await settings('bob', { weeklyReport: true, calendar: { timeZone: 'Pacific/Honolulu', monthStart: 1 } });
  const reports = () => [to('ann').length, to('bob').length];
  // Sunday, 15:55 UTC: in Kiritimati it is Monday, 5:55.
  await after(4 * DAY + 7 * HOUR + 55 * MINUTE);
  t.deepEqual(reports(), [0, 0]);
  await after(10 * MINUTE);
  t.deepEqual(reports(), [1, 0]);
  // Monday, 15:55 UTC: in Honolulu it is Monday, 5:55.
  await after(23 * HOUR + 50 * MINUTE);
  t.deepEqual(reports(), [1, 0]);
  await after(10 * MINUTE);
  t.deepEqual(reports(), [1, 1]);
  await after(HOUR);
  t.deepEqual(reports(), [1, 1]);
});

test('the seal of a day is mailed once to the people who want it', async (t) => {
  const { add, after, settings, to, sent, now } = await world(t);
  await settings('ann', { sealMails: true });
  await settings('bob', { sealMails: true, emailNotifications: false });
  const seal = async () => {
    const day = now().toISOString().slice(0, 10);
    const data = { day, count: 1_234, position: 5, hash: 'ab'.repeat(32), timestamp: null };
    await add({ type: 'LogSealed', stream: 'seal-log', data });
  };
  await after(DAY);
  t.deepEqual(sent, []);
  await seal();
  await after(MINUTE);
  await after(HOUR);
  const [mail, ...others] = to('ann');
  t.deepEqual([others, to('bob'), to('eve')], [[], [], []]);
  t.regex(mail?.subject ?? '', /^Linkledger: seal of March \d+, 2026$/);
  t.true(mail?.text.includes(`npm run verify -- --seal\n1234:${'ab'.repeat(32)}`), mail?.text);
  await after(DAY);
  await seal();
  await after(MINUTE);
  t.is(to('ann').length, 2);
});

test('while the clock is not trusted nothing is mailed, and afterwards each alert once', async (t) => {
  const { add, removed, back, after, begin, end, jumps, trusts, settings, sent, to } = await world(t);
  await settings('ann', { weeklyReport: true, statusChangeAlerts: false });
  const subjects = () => to('bob').map(({ subject }) => subject);
  await end();
  await add(removed('l1'));
  // To a Monday, for the weekly report.
  jumps(33 * DAY);
  begin();
  await after(GATHER_MS);
  jumps(-33 * DAY);
  await after(GATHER_MS);
  t.is(sent.length, 0);
  trusts();
  await after(0);
  t.deepEqual(subjects(), ['1 link lost for client.example']);
  jumps(33 * DAY);
  await add(removed('l2'));
  await after(GATHER_MS);
  jumps(-33 * DAY);
  trusts();
  await after(HOUR);
  t.deepEqual(subjects(), ['1 link lost for client.example', '1 link lost for client.example']);
  for (let day = 0; day < 36; day += 1) {
    if (day % 7 === 3) await add(day % 2 === 0 ? removed('l3') : back('l3'));
    await after(DAY);
  }
  const mails = to('bob').map(({ text }) => text);
  t.is(mails.length, 7);
  t.true(mails.every((text) => text.split('The link to').length === 2));
});

test('a report that could not be sent is retried, and only that report', async (t) => {
  const { after, settings, fail, to } = await world(t, Date.parse('2026-03-09T05:59:00.000Z'));
  await settings('ann', { weeklyReport: true });
  fail(true);
  await after(2 * MINUTE);
  t.is(to('ann').length, 0);
  fail(false);
  await after(MINUTE);
  t.is(to('ann').length, 1);
  await after(HOUR);
  t.is(to('ann').length, 1);
});
