/** Reports with a schedule, on the real log, views, outbox and writer, with a clock that the test moves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openMailer } from '../../infra/mail/smtp-mailer.ts';
import { openPastViews } from '../../infra/main/parts/past-views.ts';
import { openReportWriter } from '../../infra/main/parts/report-writer.ts';
import { openMemoryEngine } from '../../infra/testing/apps/memory-engine.ts';
import {
  checkRequested,
  EventBuilder,
  joinedTeam,
  linkAdded,
  linkChecked,
  recordingLog,
  statusChanged,
  teamCreated,
  userRegistered,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { reports as view } from '../../projections/views/reports/reports.ts';
import type { CheckQueues } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { mailTargets } from '../mail/mail-target.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { ShareMailer } from '../mail/share-mail.ts';
import type { ReportCommand } from '../model/report/commands.ts';
import { report } from '../model/report/decider.ts';
import type { ReportFields } from '../model/report/events.ts';
import { issueReport, loadReport } from '../reports/issue-report.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { duePeriod, issueDueReports } from './report-issues.ts';

const START = '2026-01-01T00:00:00.000Z';
const BERLIN = { timeZone: 'Europe/Berlin', monthStart: 1 };
const PDF = Buffer.from('%PDF-1.7 a report');
const never = new AbortController().signal;
type Given = Parameters<EventBuilder['add']>[0];

test('an issue is due at its hour of the first working day after its period', (t) => {
  const due = (
    period: ReportFields['period'],
    now: string,
    { calendar = BERLIN, hour = 9, definedAt = START, scheduledAt = START } = {},
  ) => {
    const fields = { period, schedule: { hour, waits: false }, definedAt, scheduledAt };
    const found = duePeriod(fields, calendar, new Date(now));
    return found === null ? null : `${found.from} ${found.to}`;
  };
  // The week ends on Sunday, March 29, on which the clock changes: 09:00 is 07:00 UTC.
  t.is(due('week', '2026-03-30T06:59:59Z'), null);
  t.is(due('week', '2026-03-30T07:00:00Z'), '2026-03-23 2026-03-29');
  t.is(due('week', '2026-04-05T21:59:59Z'), '2026-03-23 2026-03-29', 'caught up once');
  t.is(due('week', '2026-04-05T22:00:00Z'), null, 'and not once its successor has ended');
  // Sunday, March 1 and Sunday, November 1.
  t.is(due('month', '2026-03-01T12:00:00Z'), null);
  t.is(due('month', '2026-03-02T08:00:00Z'), '2026-02-01 2026-02-28');
  t.is(due('month', '2026-11-02T07:59:59Z'), null);
  t.is(due('month', '2026-11-02T08:00:00Z'), '2026-10-01 2026-10-31');
  t.is(due('quarter', '2026-10-01T07:00:00Z'), '2026-07-01 2026-09-30');
  // A month from the 15th to the 14th; August 15, 2026 is a Saturday.
  const middle = { timeZone: 'America/New_York', monthStart: 15 };
  t.is(due('month', '2026-08-16T15:00:00Z', { calendar: middle }), null);
  t.is(due('month', '2026-08-17T13:00:00Z', { calendar: middle }), '2026-07-15 2026-08-14');
  // On Monday, October 4, 2027, Lord Howe Island has had its change of the clock; midnight is an hour as others are.
  const island = { timeZone: 'Australia/Lord_Howe', monthStart: 1 };
  t.is(due('week', '2027-10-03T13:00:00Z', { calendar: island, hour: 0 }), '2027-09-27 2027-10-03');
  // What ended before the report was defined, or was due before the schedule was chosen.
  t.is(due('month', '2026-11-02T10:00:00Z', { definedAt: '2026-11-01T23:00:00Z' }), null);
  t.is(due('month', '2026-11-02T10:00:00Z', { scheduledAt: '2026-11-02T08:30:00Z' }), null);
  t.is(due('month', '2026-11-02T10:00:00Z', { scheduledAt: '2026-11-02T07:30:00Z' }), '2026-10-01 2026-10-31');
  t.is(due('own', '2026-11-02T10:00:00Z'), null);
});

async function world(t: ExecutionContext) {
  let clock = '2026-01-05T10:00:00.000Z';
  const now = () => new Date(clock);
  const logger = recordingLog();
  const engine = openMemoryEngine<LinkledgerEvent, CheckQueues>({ schemas: allViews, logger, now });
  const { log: store, views: reads } = engine;
  /** How many writes succeed from now on; then each fails with the error. */
  const writes = { left: Number.POSITIVE_INFINITY, error: new Error('the process ends here') };
  const beforeWrite = () => {
    writes.left -= 1;
    if (writes.left < 0) throw writes.error;
  };
  const writing = <Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      beforeWrite();
      return write(...args);
    };
  };
  const files = { ...engine.blobs, put: writing(engine.blobs.put) };
  const state = {
    ...engine.state,
    ...{ put: writing(engine.state.put), remove: writing(engine.state.remove) },
    ...{ replace: writing(engine.state.replace), putIfAbsent: writing(engine.state.putIfAbsent) },
  };
  const projections = startProjections(allViews, { feed: store, reads, logger });
  const past = openPastViews(engine);
  t.teardown(async () => {
    await past.close();
    await projections.stop();
  });
  const folder = temporaryFolder(t);
  const said: string[] = [];
  const say = (line: string) => void said.push(line.replace(/: .*/, ''));
  const mailer = openMailer({ smtpUrl: null, from: 'l@agency.example', outbox: folder, say, logger, now });
  const publicUrl = 'https://links.example';
  const unsubscribing = new UnsubscribeLinks('a secret', publicUrl);
  const outbox = new MailOutbox({
    ...{ state, mailer, secret: 'a secret', ...mailTargets(store, files, unsubscribing), logger, now },
  });
  const unused = async () => t.fail() as never;
  const sharing = new ShareMailer({
    ...{ reads, feed: store, outbox, unsubscribing, limits: engine.values, publicUrl, logger, now },
    ...{ passwords: { hash: unused }, momentOf: unused },
  });
  const printer = {
    running: Promise.resolve(),
    printPdf: async () => ({ kind: 'printed', pdf: PDF }) as const,
  };
  const writer = openReportWriter({ engine, now, log: () => store, past: () => past, printer: () => printer });
  const deps = {
    ...{ store: { ...store, append: writing(store.append) }, feed: store, reads, files, outbox },
    ...{ unsubscribing, publicUrl, logger, sharing, reports: writer },
    clock: { trusted: now },
  };
  const caughtUp = async () => projections.caughtUp(await store.head());
  const events = new EventBuilder();
  const given = async (at: string, ...all: Given[]) => {
    clock = at;
    await writeAll(
      store,
      all.map((event) => events.add(event, { at })),
    );
    await caughtUp();
  };
  const by = (actor: string) => ({ actor, correlationId: 'c', causationId: 'c', at: clock });
  const send = async (command: ReportCommand, actor = 'ann') => {
    await handle(store, report, command, by(actor));
    await caughtUp();
  };
  await given(
    '2026-01-05T10:00:00.000Z',
    ...['ann', 'bob', 'vic'].map((id) => userRegistered(id)),
    teamCreated('t1', 'ann'),
    ...[joinedTeam('t1', 'bob', 'full'), joinedTeam('t1', 'vic', 'view')],
  );
  const steps = async (at: string, rounds: number, together = 1) => {
    clock = at;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(Array.from({ length: together }, () => issueDueReports(deps, never)));
      await caughtUp();
    }
    await outbox.sendDue(never);
    return said.splice(0).toSorted();
  };
  const issues = async () => (await reads.get(view, 'r1'))?.issues.toReversed() ?? [];
  return {
    ...{
      given,
      send,
      issues,
      ...{ logger, writes },
      /** The errors of the log since the last call. */
      failures: () => logger.lines.splice(0).length,
      mails: () => readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8')),
    },
    /** Rounds until nothing follows, and the mails that they send. */
    at: (instant: string) => steps(instant, 4),
    /** The same by two processes at once. */
    twice: (instant: string) => steps(instant, 4, 2),
    define: (schedule: ReportFields['schedule'], more: object = {}) =>
      send({
        ...{ type: 'DefineReport', reportId: 'r1', scope: 'team:t1', subject: { kind: 'tag', id: 'tea' }, name: 'Tea' },
        ...{ period: 'month', parts: [], prices: false, language: 'en', paper: 'a4', schedule, ...more },
        recipients: [{ recipientId: 'z', email: 'zoe@client.example' }],
      }),
    /** A person releases the newest draft. */
    release: async (instant: string) => {
      clock = instant;
      const issueId = (await issues()).at(-1)?.id ?? '';
      const state = await loadReport(store, 'r1');
      const wanted = { reportId: 'r1', state, issueId, passwordHash: null, expiresAt: null, recipients: [] };
      await issueReport({ store, files, reports: writer }, wanted, by('ann'), never);
      await caughtUp();
    },
  };
}

const LIVE = { status: 'live', reason: 'found-static' } as const;
const tea = (linkId: string) =>
  linkAdded(linkId, { scope: 'team:t1', tags: ['tea'], articleLink: `https://b.example/${linkId}` });
const live = (linkId: string) => [
  ...[tea(linkId), checkRequested(linkId, `check-${linkId}`), linkChecked(linkId, `check-${linkId}`, LIVE)],
  statusChanged(linkId, 'pending', 'live', 'found-static'),
];
const ATONCE = { hour: 9, waits: false };
const WAITING = ['A report waits for ann@example.com', 'A report waits for bob@example.com'];
const SENT = ['Share link for zoe@client.example'];

test('the first issue waits for a release, and the next goes out once with its mails', async (t) => {
  const { define, given, at, twice, issues, release, logger, mails } = await world(t);
  await define(ATONCE);
  await given('2026-01-10T10:00:00.000Z', ...live('l1'));
  t.deepEqual(await at('2026-02-02T08:59:00.000Z'), []);
  t.deepEqual(await twice('2026-02-02T09:00:00.000Z'), WAITING);
  t.deepEqual(await twice('2026-02-03T09:00:00.000Z'), []);
  const [january] = await issues();
  t.like(january, { held: 'first', draftedBy: 'scheduler', issuedAt: null });
  t.like(january?.period, { from: '2026-01-01', to: '2026-01-31' });
  await release('2026-02-04T10:00:00.000Z');
  t.deepEqual(await at('2026-02-28T10:00:00.000Z'), []);
  t.deepEqual(await twice('2026-03-02T09:00:00.000Z'), SENT);
  t.deepEqual(await twice('2026-03-20T09:00:00.000Z'), []);
  const withPdf = mails().filter((mail) => mail.includes(PDF.toString('base64')));
  t.is(withPdf.length, 1);
  t.regex(withPdf[0] ?? '', /^To: zoe@client\.example$/m);
  t.regex(withPdf[0] ?? '', /filename="?Tea\.pdf/);
  t.like((await issues()).at(-1), { held: null, issuedBy: 'scheduler', issuedAt: '2026-03-02T09:00:00.000Z' });
  t.is((await issues()).length, 2);
  t.deepEqual(logger.lines, []);
});

test('an issue is held when checks were delayed or too many links are pending', async (t) => {
  const { define, given, at, issues, release } = await world(t);
  await define(ATONCE);
  await given('2026-01-10T10:00:00.000Z', ...live('l1'), ...live('l2'), ...live('l3'), ...live('l4'));
  await at('2026-02-02T09:00:00.000Z');
  await release('2026-02-02T10:00:00.000Z');
  const silence = (type: 'CheckerFellSilent' | 'CheckerResumed') =>
    ({ type, stream: 'silence-checker', data: type === 'CheckerResumed' ? {} : { hours: 26 } }) as Given;
  await given('2026-02-27T10:00:00.000Z', silence('CheckerFellSilent'));
  await given('2026-03-01T10:00:00.000Z', silence('CheckerResumed'), tea('p1'));
  t.deepEqual(await at('2026-03-02T09:00:00.000Z'), WAITING);
  t.is((await issues()).at(-1)?.held, 'checks-delayed');
  await given('2026-04-15T10:00:00.000Z', ...live('l5'));
  t.deepEqual(await at('2026-04-15T11:00:00.000Z'), WAITING, 'the silence reached into March');
  t.deepEqual(await at('2026-05-01T09:00:00.000Z'), SENT, 'one of six is pending');
  await given('2026-05-10T10:00:00.000Z', tea('p2'));
  t.deepEqual(await at('2026-06-01T09:00:00.000Z'), WAITING);
  t.is((await issues()).at(-1)?.held, 'unverified');
});

test('a draft that a person deleted does not come back, and a draft of a person stands for the period', async (t) => {
  const { define, send, at, issues } = await world(t);
  await define(ATONCE);
  await at('2026-02-02T09:00:00.000Z');
  const issueId = (await issues())[0]?.id ?? '';
  await send({ type: 'DeleteReportDraft', reportId: 'r1', issueId });
  t.deepEqual(await at('2026-02-02T10:00:00.000Z'), []);
  t.is((await issues()).length, 0);
  const period = { from: '2026-02-01', to: '2026-02-28', timeZone: 'UTC', after: 0, position: 1 };
  await send({ type: 'DraftReport', reportId: 'r1', issueId: 'mine', shareId: 's', period, rules: 1, held: null });
  t.deepEqual(await at('2026-03-02T09:00:00.000Z'), []);
  t.is((await issues()).length, 1);
});

test('an issue waits if the schedule says so, or if who chose the prices may no longer see them', async (t) => {
  const { define, send, given, at, issues, release } = await world(t);
  const data = { teamId: 't1', userId: 'bob', from: 'full', to: 'edit' } as const;
  const limited: Given = { type: 'MemberPermissionChanged', stream: 'team-t1', data };
  const edit = (fields: object, actor?: string) => send({ type: 'EditReport', reportId: 'r1', fields }, actor);
  await define({ hour: 9, waits: true });
  await at('2026-02-02T09:00:00.000Z');
  await release('2026-02-02T10:00:00.000Z');
  t.deepEqual(await at('2026-03-02T09:00:00.000Z'), WAITING);
  await edit({ schedule: ATONCE });
  t.deepEqual(await at('2026-03-02T11:00:00.000Z'), [], 'a draft that waited goes on waiting');
  await edit({ prices: true }, 'bob');
  t.deepEqual(await at('2026-04-01T09:00:00.000Z'), SENT);
  await given('2026-04-10T10:00:00.000Z', limited);
  t.deepEqual(await at('2026-05-01T09:00:00.000Z'), ['A report waits for ann@example.com']);
  t.is((await issues()).at(-1)?.issuedAt, null);
});

test('nothing is drafted for a list that was deleted', async (t) => {
  const { define, given, at, issues } = await world(t);
  await define(ATONCE);
  const deleted = { type: 'TeamDeleted', stream: 'team-t1', data: { teamId: 't1', ownerId: 'ann' } };
  await given('2026-01-20T10:00:00.000Z', deleted as Given);
  t.deepEqual(await at('2026-02-02T09:00:00.000Z'), []);
  t.deepEqual(await issues(), []);
});

test('a process that is killed at any write of a draft, its files, its event or its mails loses and repeats nothing', async (t) => {
  const { define, at, issues, release, writes, mails, failures } = await world(t);
  await define(ATONCE);
  await at('2026-02-02T09:00:00.000Z');
  await release('2026-02-02T10:00:00.000Z');
  let due = Temporal.Instant.from('2026-03-02T09:00:00.000Z').toZonedDateTimeISO('UTC');
  let killed = 0;
  for (let isKilled = true; isKilled; killed += 1) {
    const [before, sent] = [(await issues()).length, mails().length];
    const after = (minutes: number) => due.add({ minutes }).toInstant().toString();
    writes.left = killed;
    await at(after(0)).catch(() => []);
    isKilled = failures() > 0 || writes.left < 0;
    writes.left = Number.POSITIVE_INFINITY;
    // The outbox drops the mail of an issue that did not come out, before the next process makes the issue.
    await at(after(3));
    await at(after(6));
    const all = await issues();
    t.is(all.length, before + 1, `one draft, killed at write ${killed}`);
    t.is(all.at(-1)?.issuedBy, 'scheduler', `killed at write ${killed}`);
    t.deepEqual(
      all.at(-1)?.files.map(({ format }) => format),
      ['html', 'pdf', 'xlsx', 'csv'],
    );
    t.is(mails().length, sent + 1, `one mail, killed at write ${killed}`);
    due = due.add({ months: 1 }).with({ day: 1 });
    while (due.dayOfWeek > 5) due = due.add({ days: 1 });
  }
  // The draft, the mail, four files, the event of the issue and the release of its mail.
  t.true(killed > 8, `${killed}`);
});

test('an issue waits while the disk is full and goes out once there is room; after a day, a person is asked', async (t) => {
  const { define, at, issues, release, writes, failures } = await world(t);
  const full = (isFull: boolean) => {
    // The draft and the mail still fit.
    writes.left = isFull ? 3 : Number.POSITIVE_INFINITY;
    writes.error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  await define(ATONCE);
  await at('2026-02-02T09:00:00.000Z');
  await release('2026-02-02T10:00:00.000Z');
  full(true);
  await at('2026-03-02T09:00:00.000Z').catch(() => []);
  t.true(failures() > 0, 'the log says so');
  t.is((await issues()).at(-1)?.issuedAt, null);
  await at('2026-03-02T09:20:00.000Z').catch(() => []);
  t.is(failures(), 0, 'nothing is tried between the half hours');
  full(false);
  t.deepEqual(await at('2026-03-02T10:00:00.000Z'), SENT);
  full(true);
  await at('2026-04-01T09:00:00.000Z').catch(() => []);
  full(false);
  t.deepEqual(await at('2026-04-02T10:00:00.000Z'), WAITING);
  await release('2026-04-02T11:00:00.000Z');
  t.is((await issues()).at(-1)?.issuedBy, 'ann');
});

test('an issue goes out although the person who made its report has left the team', async (t) => {
  const { define, send, given, at, release, mails } = await world(t);
  await define(ATONCE);
  await send({ type: 'EditReport', reportId: 'r1', fields: { prices: true } }, 'bob');
  await send({ type: 'EditReport', reportId: 'r1', fields: { prices: false } }, 'bob');
  await at('2026-02-02T09:00:00.000Z');
  await release('2026-02-02T10:00:00.000Z');
  const left = { type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } } as Given;
  await given('2026-02-10T10:00:00.000Z', left);
  t.deepEqual(await at('2026-03-02T09:00:00.000Z'), SENT);
  t.false(mails().at(-1)?.includes('bob@example.com'), 'answers do not go to who left');
});
