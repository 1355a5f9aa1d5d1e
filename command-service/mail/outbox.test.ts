/** The outbox on a real durable store, with a real mailer and a real SMTP server; one process is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openMailer } from '../../infra/mail/smtp-mailer.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { startHangingMailServer } from '../../infra/testing/fakes/hanging-mail-server.ts';
import { refusal, startSmtpServer } from '../../infra/testing/fakes/smtp-server.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { MailOutbox } from './outbox.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-04T08:00:00.000Z');
const never = new AbortController().signal;
const mailTo = (to: string) => ({ to, subject: 'News', text: 'Something happened', terminalLine: 'l' });

/** The server's answers to a recipient, to the announcement of a text, and to a text. */
interface Answers {
  recipient: number | null;
  text: number | null | 'silence';
}

async function serveMails(t: ExecutionContext) {
  const received: { readonly to: string; readonly text: string }[] = [];
  const answers: Answers = { recipient: null, text: null };
  const { url, close } = await startSmtpServer({
    onRcptTo: (_, __, done) => done(answers.recipient === null ? null : refusal(answers.recipient, 'no')),
    onMail({ to, text }, done) {
      if (typeof answers.text === 'number') return done(refusal(answers.text, 'no'));
      received.push(...to.map((each) => ({ to: each, text })));
      if (answers.text === null) done();
    },
  });
  t.teardown(close);
  return { url, received, answers };
}

/** An outbox on the folder's store. `passes` moves its clock. */
function openOutbox(
  t: ExecutionContext,
  folder: string,
  smtpUrl: string,
  { timeLimitMs = 300_000, isOpen = async () => true } = {},
) {
  let clock = START;
  const now = () => new Date(clock);
  const logger = recordingLog();
  const { state, close } = openDurableStores(path.join(folder, 'durable.db'), now);
  const mailer = openMailer({
    ...{ smtpUrl, from: 'Linkledger <links@agency.example>', outbox: folder, say: () => {}, logger, now },
    timeLimitMs,
  });
  const outbox = new MailOutbox({ state, mailer, secret: 'a secret', isOpen, logger, now });
  t.teardown(() => {
    mailer.close();
    close();
  });
  const passes = (ms: number) => {
    clock += ms;
  };
  return { outbox, state, logger, passes, close };
}

/** A process with an outbox on the folder, which runs `code`. */
function startSender(folder: string, url: string, code: string) {
  const script = `
    import { openDurableStores } from ${JSON.stringify(import.meta.resolve('../../infra/engines/embedded/stores/durable-stores.ts'))};
    import { openMailer } from ${JSON.stringify(import.meta.resolve('../../infra/mail/smtp-mailer.ts'))};
    import { MailOutbox } from ${JSON.stringify(import.meta.resolve('./outbox.ts'))};
    const logger = { info() {}, warn() {}, error() {} };
    const now = () => new Date(${START});
    const { state } = openDurableStores(process.argv[1] + '/durable.db', now);
    const mailer = openMailer({ smtpUrl: process.argv[2], from: 'links@agency.example', outbox: '', say() {}, logger, now });
    const outbox = new MailOutbox({ state, mailer, secret: 'a secret', isOpen: async () => true, logger, now });
    ${code}
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', script, folder, url], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
}

const messageIds = (mails: readonly { readonly text: string }[]) =>
  mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);

test('a mail is sent once, however often it is added, and its first mark is kept', async (t) => {
  const { url, received } = await serveMails(t);
  const { outbox } = openOutbox(t, temporaryFolder(t), url);
  t.is(await outbox.add(mailTo('ann@example.com'), { id: 'alerts ann 0', kind: 'k', mark: 7 }), 7);
  t.is(await outbox.add(mailTo('ann@example.com'), { id: 'alerts ann 0', kind: 'k', mark: 9 }), 7);
  t.is(await outbox.waiting(), 1);
  await outbox.sendDue(never);
  t.is(await outbox.add(mailTo('ann@example.com'), { id: 'alerts ann 0', kind: 'k', mark: 9 }), 7);
  await outbox.sendDue(never);
  t.deepEqual([received.length, await outbox.waiting()], [1, 0]);
});

test('a mail that the server does not accept now is retried with its Message-ID until it is out of date', async (t) => {
  const { url, received, answers } = await serveMails(t);
  const { outbox, passes } = openOutbox(t, temporaryFolder(t), url);
  await outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  await outbox.add(mailTo('bob@example.com'), {
    id: 'b',
    kind: 'k',
    until: new Date(START + 3 * MINUTE).toISOString(),
  });
  answers.text = 451;
  await outbox.sendDue(never);
  t.deepEqual([received.length, await outbox.waiting()], [0, 2]);
  await outbox.sendDue(never);
  passes(MINUTE);
  await outbox.sendDue(never);
  t.is(await outbox.waiting(), 1, 'the next try for Bob would be too late');
  t.is(outbox.givenUp, 1);
  answers.text = null;
  await outbox.sendDue(never);
  t.is(received.length, 0, 'the next try is two minutes later');
  passes(2 * MINUTE);
  await outbox.sendDue(never);
  t.deepEqual(
    received.map(({ to }) => to),
    ['ann@example.com'],
  );
  t.regex(messageIds(received)[0] ?? '', /^<[0-9a-f]{32}@agency\.example>$/);
  t.is(await outbox.waiting(), 0);
  const again = openOutbox(t, temporaryFolder(t), url);
  await again.outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  await again.outbox.sendDue(never);
  t.is(new Set(messageIds(received)).size, 1);
});

test('an address that the server refuses is given up, and does not delay the others', async (t) => {
  const { url, received, answers } = await serveMails(t);
  const { outbox, logger } = openOutbox(t, temporaryFolder(t), url);
  for (const id of ['a', 'b', 'c', 'd']) await outbox.add(mailTo(`${id}@example.com`), { id, kind: 'k' });
  answers.recipient = 550;
  await outbox.sendDue(never);
  t.deepEqual([received.length, await outbox.waiting(), outbox.givenUp], [0, 0, 4]);
  t.false(JSON.stringify(logger.lines).includes('example.com'));
});

test('a mail whose text the server took without an answer may have arrived, so it is not sent again', async (t) => {
  const { url, received, answers } = await serveMails(t);
  const { outbox, logger, passes } = openOutbox(t, temporaryFolder(t), url, { timeLimitMs: 5_000 });
  answers.text = 'silence';
  await outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  await outbox.sendDue(never);
  t.true(JSON.stringify(logger.lines).includes('a mail may have arrived'));
  await waitUntil(() => received.length === 1);
  answers.text = null;
  passes(24 * 60 * MINUTE);
  await outbox.sendDue(never);
  t.deepEqual([received.length, await outbox.waiting()], [1, 0]);
});

test('a server that is down gets three tries in a round, and none of the mails is lost', async (t) => {
  const { url, received } = await serveMails(t);
  const folder = temporaryFolder(t);
  const down = openOutbox(t, folder, 'smtp://127.0.0.1:1');
  for (let n = 0; n < 10; n += 1) await down.outbox.add(mailTo(`p${n}@example.com`), { id: `m${n}`, kind: 'k' });
  await down.outbox.sendDue(never);
  const tries = down.logger.lines.filter((line) => JSON.stringify(line).includes('trying again later'));
  t.is(tries.length, 3);
  down.close();
  const up = openOutbox(t, folder, url);
  up.passes(MINUTE);
  await up.outbox.sendDue(never);
  t.is(new Set(received.map(({ to }) => to)).size, 10);
});

test('the store has neither an address nor the text of a waiting mail in plain text', async (t) => {
  const folder = temporaryFolder(t);
  const { outbox, close } = openOutbox(t, folder, 'smtp://127.0.0.1:1');
  await outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  close();
  const bytes = readFileSync(path.join(folder, 'durable.db')).toString('latin1');
  t.true(bytes.includes('mail-outbox'));
  t.false(bytes.includes('ann@example.com') || bytes.includes('Something happened'));
});

test('a mail under an earlier secret is given up, and does not stop the others', async (t) => {
  const { url, received } = await serveMails(t);
  const { outbox, state, logger } = openOutbox(t, temporaryFolder(t), url);
  const send = async () => t.fail();
  const now = () => new Date(START);
  const earlier = new MailOutbox({ state, mailer: { send }, secret: 'b', isOpen: async () => true, logger, now });
  await earlier.add(mailTo('old@example.com'), { id: 'a', kind: 'k', until: new Date(START + MINUTE).toISOString() });
  await outbox.add(mailTo('ann@example.com'), { id: 'b', kind: 'k' });
  await outbox.sendDue(never);
  t.deepEqual(
    received.map(({ to }) => to),
    ['ann@example.com'],
  );
  t.is(await outbox.waiting(), 0);
});

for (const [when, answer] of [
  ['before its text is handed over', 'recipient'],
  ['after its text was handed over', 'text'],
] as const) {
  test(`a mail whose sender is killed ${when} arrives once`, async (t) => {
    const { url, received, reached, works, close } = await startHangingMailServer(answer);
    t.teardown(close);
    const folder = temporaryFolder(t);
    const child = startSender(
      folder,
      url,
      `
      await outbox.add(${JSON.stringify(mailTo('ann@example.com'))}, { id: 'a', kind: 'k' });
      await outbox.sendDue(new AbortController().signal);
    `,
    );
    const ended = once(child, 'exit');
    await reached;
    child.kill('SIGKILL');
    await ended;
    works();
    const { outbox, logger } = openOutbox(t, folder, url);
    t.is(await outbox.waiting(), 1);
    await outbox.sendDue(never);
    t.is(received.length, 1);
    t.is(await outbox.waiting(), 0);
    t.is(JSON.stringify(logger.lines).includes('may have arrived'), answer === 'text');
  });
}

test('a stopping process leaves the mail to the next one', async (t) => {
  const { url, received } = await serveMails(t);
  const folder = temporaryFolder(t);
  const stop = new AbortController();
  const first = openOutbox(t, folder, url);
  await first.outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  const sending = first.outbox.sendDue(stop.signal);
  stop.abort();
  await sending;
  first.close();
  t.is(received.length, 0);
  const next = openOutbox(t, folder, url);
  const running = new AbortController();
  const ended = next.outbox.run(running.signal);
  await waitUntil(() => received.length === 1);
  running.abort();
  await ended;
  t.is(await next.outbox.waiting(), 0);
});

const shareMail = (to: string) => ({
  ...{ mail: { ...mailTo(to), id: `share to ${to}` }, kind: 'share-mail', target: { shareId: 's' } },
});

test('a mail of a command is left to the command for two minutes, and sent once', async (t) => {
  const { url, received } = await serveMails(t);
  const { outbox, passes } = openOutbox(t, temporaryFolder(t), url);
  await outbox.hold([shareMail('ann@example.com'), shareMail('bob@example.com')]);
  await outbox.sendDue(never);
  t.is(received.length, 0);
  t.is(await outbox.send(shareMail('ann@example.com')), 'sent');
  passes(2 * MINUTE);
  await outbox.sendDue(never);
  t.deepEqual(
    received.map(({ to }) => to),
    ['ann@example.com', 'bob@example.com'],
  );
  t.is(await outbox.send(shareMail('bob@example.com')), 'sent');
  t.is(received.length, 2);
});

test('a command and the outbox that send the same mail at once hand over its text once', async (t) => {
  const { url, received } = await serveMails(t);
  const folder = temporaryFolder(t);
  const command = openOutbox(t, folder, url);
  const other = openOutbox(t, folder, url);
  const all = Array.from({ length: 20 }, (_, index) => shareMail(`p${index}@example.com`));
  await command.outbox.hold(all);
  other.passes(2 * MINUTE);
  await Promise.all([other.outbox.sendDue(never), ...all.map((each) => command.outbox.send(each))]);
  t.is(received.length, 20);
  t.is(new Set(received.map(({ to }) => to)).size, 20);
});

test('a mail of a share or invitation that is revoked before the mail could be sent is dropped', async (t) => {
  const { url, received, answers } = await serveMails(t);
  let isRevoked = false;
  const { outbox, passes } = openOutbox(t, temporaryFolder(t), url, { isOpen: async () => !isRevoked });
  await outbox.hold([shareMail('ann@example.com')]);
  answers.text = 451;
  t.is(await outbox.send(shareMail('ann@example.com')), 'delayed');
  answers.text = null;
  isRevoked = true;
  passes(MINUTE);
  await outbox.sendDue(never);
  t.deepEqual([received.length, await outbox.waiting(), outbox.givenUp], [0, 0, 0]);
});

for (const isSaved of [true, false]) {
  test(`a command is killed ${isSaved ? 'after' : 'before'} its event is saved: its mail is ${isSaved ? 'sent' : 'dropped'}`, async (t) => {
    const { url, received } = await serveMails(t);
    const folder = temporaryFolder(t);
    const child = startSender(
      folder,
      url,
      `
      await outbox.hold([${JSON.stringify(shareMail('ann@example.com'))}]);
      console.log('stored');
      setInterval(() => {}, 1_000);
    `,
    );
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;
    const { outbox, passes } = openOutbox(t, folder, url, { isOpen: async () => isSaved });
    passes(2 * MINUTE);
    await outbox.sendDue(never);
    t.deepEqual([received.length, await outbox.waiting()], [isSaved ? 1 : 0, 0]);
  });
}

test('a clock that is set back does not delay a mail by more than its pause', async (t) => {
  const { url, received, answers } = await serveMails(t);
  const { outbox, passes } = openOutbox(t, temporaryFolder(t), url);
  passes(60 * MINUTE);
  await outbox.add(mailTo('ann@example.com'), { id: 'a', kind: 'k' });
  answers.text = 451;
  await outbox.sendDue(never);
  answers.text = null;
  passes(-60 * MINUTE);
  await outbox.sendDue(never);
  t.is(received.length, 1);
});
