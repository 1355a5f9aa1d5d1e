/** The log of the mails of an issue, on a real durable store, with a real mailer and a real SMTP server. */
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { openMailer } from '../../infra/mail/smtp-mailer.ts';
import { memoryValues } from '../../infra/testing/apps/memory-engine.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { refusal, startSmtpServer } from '../../infra/testing/fakes/smtp-server.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { users } from '../../projections/views/people/users.ts';
import { ISSUE_MAIL, type IssueMail } from '../contract/issue-mails.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { MailOutbox } from './outbox.ts';
import { ShareMailer } from './share-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const never = new AbortController().signal;
const recipients = Array.from({ length: 40 }, (_, n) => ({
  email: `reader${n}@client.example`,
  inReport: { reportId: 'r1', recipientId: `recipient-${n}` },
}));

async function world(t: ExecutionContext) {
  let clock = Date.parse('2026-03-04T08:00:00.000Z');
  const now = () => new Date(clock);
  const [logger, folder] = [recordingLog(), temporaryFolder(t)];
  const received: string[] = [];
  const server = { isDown: false, isOpen: true, left: new Set<string>() };
  const smtp = await startSmtpServer({
    onMailFrom: (_, __, done) => done(server.isDown ? refusal(451, 'Try again later') : null),
    onRcptTo: ({ address }, _, done) => done(address.startsWith('reader7@') ? refusal(550, 'Unknown') : null),
    onMail({ to }, done) {
      received.push(...to);
      done();
    },
  });
  const { state, close } = openDurableStores(path.join(folder, 'durable.db'), now);
  const mailer = openMailer({
    ...{ smtpUrl: smtp.url, from: 'l@agency.example', outbox: folder, say: () => {}, logger, now },
    timeLimitMs: 300_000,
  });
  const unsubscribing = new UnsubscribeLinks('a secret', 'https://links.example');
  const outbox = new MailOutbox({
    ...{ state, mailer, secret: 'a secret', isOpen: async () => server.isOpen, logger, now },
    async isWanted(address) {
      const subject = unsubscribing.subjectOf(address);
      return subject?.kind !== 'report' || !server.left.has(subject.recipientId);
    },
  });
  const reads = openSqliteViews(path.join(folder, 'views.db'), [users]);
  t.teardown(async () => {
    mailer.close();
    await smtp.close();
    reads.close();
    close();
  });
  const unused = async () => t.fail() as never;
  const sharing = new ShareMailer({
    ...{ reads, feed: { head: async () => 0 }, outbox, unsubscribing, limits: memoryValues(now), logger, now },
    ...{ publicUrl: 'https://links.example', passwords: { hash: unused }, momentOf: unused },
  });
  const log = async () => {
    const entries = await state.listOf<IssueMail>(ISSUE_MAIL, 's1');
    return new Map(entries.map(({ value }) => [value.recipientId, value]));
  };
  return {
    ...{ server, received, outbox, sharing, log, state, now },
    hold: () =>
      sharing.hold(recipients, {
        ...{ shareId: 's1', client: 'Tea', hasPassword: false, expiresAt: null, brand: null, agency: null },
        ...{ sender: 'Ann', replyTo: null, language: null, shows: { from: '2026-02-01', to: '2026-02-28' } },
      }),
    counts: async () =>
      Object.fromEntries(
        [...Map.groupBy((await log()).values(), ({ status }) => status)].map(([name, all]) => [name, all.length]),
      ),
    /** Lets time pass in steps, as the rounds of the outbox come. */
    async pass(hours: number, stepMs = HOUR) {
      for (const end = clock + hours * HOUR; clock < end; ) {
        clock += stepMs;
        await outbox.sendDue(never);
      }
    },
  };
}

test('of 40 recipients one is refused by the server; the log says so, and the others got their mail', async (t) => {
  const { hold, sharing, counts, log, received } = await world(t);
  const unsent = await sharing.send(await hold());
  t.deepEqual(unsent.notMailed, ['reader7@client.example']);
  t.deepEqual(await counts(), { sent: 39, refused: 1 });
  t.is((await log()).get('recipient-7')?.status, 'refused');
  t.is(received.length, 39);
  t.false(JSON.stringify([...(await log())]).includes('@'), 'no address is stored');
});

test('while the mail server is down, the log has the next try of each mail; after three days they are given up', async (t) => {
  const { hold, sharing, counts, log, server, pass, received, now } = await world(t);
  server.isDown = true;
  await sharing.leave(await hold());
  await pass(1, MINUTE);
  t.deepEqual(await counts(), { waiting: 40 });
  for (const { nextAt, until } of (await log()).values()) t.true(nextAt <= until);
  t.true([...(await log()).values()].some(({ nextAt }) => nextAt > now().toISOString()));
  await pass(75);
  const after = await counts();
  t.is(after.sent, undefined);
  // A mail is given up at its last try, or has reached its end without another.
  for (const { status, until } of (await log()).values())
    t.true(status === 'late' || (status === 'waiting' && until < now().toISOString()));
  t.is(received.length, 0);
});

test('a mail server that is back within three days gets the mails, in an issue of its own only once', async (t) => {
  const { hold, sharing, counts, server, pass, received, outbox } = await world(t);
  server.isDown = true;
  await sharing.leave(await hold());
  await pass(48);
  server.isDown = false;
  await pass(8);
  t.deepEqual(await counts(), { sent: 39, refused: 1 });
  t.is(new Set(received).size, 39);
  t.is(received.length, 39);
  t.is(await outbox.waiting(), 0);
});

test('who unsubscribes while their mail waits gets none, and a page that is taken down ends the rest', async (t) => {
  const { hold, sharing, counts, server, pass, log, received } = await world(t);
  server.isDown = true;
  await sharing.leave(await hold());
  await pass(1);
  server.left.add('recipient-3');
  server.isDown = false;
  await pass(4);
  t.deepEqual(await counts(), { sent: 38, refused: 1, unsubscribed: 1 });
  t.is((await log()).get('recipient-3')?.status, 'unsubscribed');
  t.false(received.includes('reader3@client.example'));

  const other = await world(t);
  other.server.isDown = true;
  await other.sharing.leave(await other.hold());
  other.server.isOpen = false;
  await other.pass(1);
  t.deepEqual(await other.counts(), { withdrawn: 40 });
});

test('the mails of an issue that does not come out leave no log', async (t) => {
  const { hold, sharing, counts } = await world(t);
  const mails = await hold();
  t.deepEqual(await counts(), { waiting: 40 });
  await sharing.drop(mails);
  t.deepEqual(await counts(), {});
});
