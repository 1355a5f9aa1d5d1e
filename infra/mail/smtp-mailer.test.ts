import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { CreatedShareAnswer } from '../../query-service/contract/answers/shares.ts';
import type { InvitedAnswer } from '../../query-service/contract/answers/teams.ts';
import { MailError } from '../ports/process/mailer.ts';
import { Visitor } from '../testing/actors/visitor.ts';
import { startServer } from '../testing/apps/server.ts';
import { readableText } from '../testing/fakes/smtp-server.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { type MailOptions, type OpenMailer, openMailer } from './smtp-mailer.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-mail-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const mail = {
  to: 'ann@example.com',
  subject: 'Sign in',
  text: 'Hello\n\nhttp://localhost/x?token=1',
  terminalLine: 'Go',
};

interface Lines {
  readonly logged: [object, string][];
  readonly said: string[];
}

function options(more: Partial<MailOptions>): MailOptions & Lines {
  const logged: [object, string][] = [];
  const said: string[] = [];
  const logger = {
    info: () => {},
    warn: () => {},
    error: (fields: object, line: string) => void logged.push([fields, line]),
  };
  return {
    ...{ smtpUrl: null, from: 'Linkledger <linkledger@localhost>', outbox: folder, logger, logged, said },
    ...{ say: (line) => void said.push(line), now: () => new Date('2027-01-01T00:00:00Z') },
    ...more,
  };
}

function outbox(name: string) {
  const directory = path.join(folder, name);
  const given = options({ outbox: directory });
  const mails = () => readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'));
  return { ...given, mailer: openMailer(given), mails, directory };
}

test('without a mail server a mail is a file in the outbox, and its line is printed at the terminal', async (t) => {
  const { mailer, said, mails, directory } = outbox('plain');
  await mailer.send(mail);
  t.is(mails().length, 1);
  t.regex(mails()[0]!, /^To: ann@example\.com$/m);
  t.true(mails()[0]!.includes('http://localhost/x?token=1'));
  t.deepEqual(said, ['Go']);
  t.is(statSync(path.join(directory, readdirSync(directory)[0]!)).mode & 0o077, 0);
});

test('a mail has its text first, then its HTML, and the address for answers', async (t) => {
  const { mailer, mails } = outbox('both');
  await mailer.send({ ...mail, html: '<p>Hello</p>', replyTo: 'sam@agency.example' });
  const [raw = ''] = mails();
  t.regex(raw, /^Reply-To: sam@agency\.example$/m);
  t.regex(raw, /multipart\/alternative/);
  t.true(raw.indexOf('text/plain') < raw.indexOf('text/html'));
  t.true(raw.includes('http://localhost/x?token=1'));
});

test('a mail names the address that ends such mails, for one click only at an https address', async (t) => {
  const { mailer, mails } = outbox('unsubscribe');
  const address = `https://links.example/api/unsubscribe/${'a'.repeat(200)}`;
  await mailer.send({ ...mail, unsubscribe: address });
  const [raw = ''] = mails();
  t.true(raw.split('\n').includes(`List-Unsubscribe: <${address}>`), 'in one line');
  t.regex(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const http = outbox('unsubscribe-http');
  await http.mailer.send({ ...mail, unsubscribe: 'http://localhost/x' });
  t.regex(http.mails()[0] ?? '', /^List-Unsubscribe: <http:\/\/localhost\/x>$/m);
  t.notRegex(http.mails()[0] ?? '', /One-Click/);
  const none = outbox('none');
  await none.mailer.send(mail);
  t.notRegex(none.mails()[0] ?? '', /List-Unsubscribe/);
});

test('a mail can have a sender’s name of its own, with the configured address', async (t) => {
  const { mailer, mails } = outbox('sender');
  await mailer.send({ ...mail, senderName: 'Acme, "SEO"' });
  t.regex(mails()[0]!, /^From: "Acme, \\"SEO\\"" <linkledger@localhost>$/m);
  const other = outbox('evil-sender');
  await other.mailer.send({ ...mail, senderName: 'Acme\r\nBcc: evil@example.com' });
  t.notRegex(other.mails()[0]!.split('\n\n')[0]!, /^bcc:/im);
});

test('a mail carries a PDF whose name is one line and no path', async (t) => {
  const { mailer, mails } = outbox('attached');
  const content = Buffer.from('%PDF-1.7');
  await mailer.send({ ...mail, attachment: { name: '../Tea\r\nBcc: evil@example.com/May.pdf', content } });
  const [raw = ''] = mails();
  t.true(raw.includes(content.toString('base64')));
  t.regex(raw, /^Content-Type: application\/pdf; name="\.\. Tea Bcc {2}evil@example\.com May\.pdf"$/m);
  t.notRegex(raw, /^bcc:/im);
});

test('two mails of the same moment are two files', async (t) => {
  const { mailer, mails } = outbox('two');
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  t.is(mails().length, 2);
});

test('line breaks in a subject or an address add no header and no recipient', async (t) => {
  const { mailer, mails } = outbox('injection');
  await mailer.send({
    ...mail,
    subject: 'Hi\r\nBcc: evil@example.com',
    to: 'ann@example.com\r\nBcc: evil@example.com',
  });
  const header = mails()[0]!.split('\n\n')[0]!;
  t.notRegex(header, /^bcc:/im);
});

test('no text of a mail controls the terminal', async (t) => {
  const { mailer, said } = outbox('terminal');
  await mailer.send({ ...mail, terminalLine: 'Link for a\x1b[2Jb\r\nfake: http://x' });
  t.deepEqual(said, ['Link for a [2Jb fake: http://x']);
});

test('an unwritable outbox is a readable error', async (t) => {
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  const given = options({ outbox: path.join(file, 'outbox') });
  await t.throwsAsync(openMailer(given).send(mail), {
    instanceOf: MailError,
    message: /could not be put into the outbox/,
  });
  t.is(given.logged.length, 1);
  t.deepEqual(given.said, []);
});

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly secure: boolean;
  readonly user: string | null;
  /** The connection of the server that brought the mail. */
  readonly connection: string;
}

/** A real SMTP server; `url` has its address after `credentials`, and trusts its self-signed certificate. */
async function serveMail(t: ExecutionContext, settings: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _, done) {
      if (password === 's3cret/+@') done(null, { user: username ?? '' });
      else done(new Error('Invalid username or password'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user ? String(session.user) : null,
          connection: session.id,
        });
        done();
      });
    },
    ...settings,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = (credentials = '', query = '') =>
    `smtp://${credentials}127.0.0.1:${port}?tls.rejectUnauthorized=false${query}`;
  return { server, received, url };
}

function mailerTo(
  t: ExecutionContext,
  smtpUrl: string,
  more: Partial<MailOptions> = {},
): Lines & { mailer: OpenMailer } {
  // This limit only guards against hanging.
  const given = options({ smtpUrl, timeLimitMs: 300_000, ...more });
  const mailer = openMailer(given);
  t.teardown(() => mailer.close());
  return { ...given, mailer };
}

const CREDENTIALS = `linkledger:${encodeURIComponent('s3cret/+@')}@`;

test('a mail arrives over SMTP, encrypted where the server can, and prints nothing at the terminal', async (t) => {
  const { received, url } = await serveMail(t);
  const { mailer, said } = mailerTo(t, url());
  await mailer.send(mail);
  t.is(received.length, 1);
  const [{ from, to, text, secure, user }] = received as [Received];
  t.deepEqual([from, to, secure, user], ['linkledger@localhost', ['ann@example.com'], true, null]);
  t.true(text.includes('http://localhost/x?token=1'));
  t.deepEqual(said, []);
});

test('with a user name it signs in, after STARTTLS', async (t) => {
  const { received, url } = await serveMail(t, { authOptional: false });
  await mailerTo(t, url(CREDENTIALS)).mailer.send(mail);
  t.deepEqual(
    received.map(({ user, secure }) => [user, secure]),
    [['linkledger', true]],
  );
});

test('a password is not sent to a server that offers no encryption', async (t) => {
  let tried = false;
  const { received, url } = await serveMail(t, {
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      tried = true;
      done(null, { user: 'x' });
    },
  });
  await t.throwsAsync(mailerTo(t, url(CREDENTIALS)).mailer.send(mail), { instanceOf: MailError });
  t.false(tried);
  t.deepEqual(received, []);
  await mailerTo(t, url(CREDENTIALS, '&requireTLS=false')).mailer.send(mail);
  t.is(received.length, 1, 'with requireTLS=false the mail is sent');
});

test('a wrong password is a readable error, and the log has neither address nor password', async (t) => {
  const { url } = await serveMail(t, { authOptional: false });
  const { mailer, logged } = mailerTo(t, url('linkledger:wrong-one@'));
  const error = await t.throwsAsync(mailer.send(mail), { instanceOf: MailError, message: /could not be sent/ });
  t.is((error as MailError).code, 'EAUTH');
  t.is(logged.length, 1);
  t.notRegex(JSON.stringify(logged), /wrong-one|ann@/);
});

test('the error for a permanently refused recipient says to check the address, for a temporarily refused one to wait', async (t) => {
  const refusal = (responseCode: number) => Object.assign(new Error('ann@example.com: no'), { responseCode });
  const { url } = await serveMail(t, {
    onRcptTo({ address }, _, done) {
      done(address.startsWith('nobody') ? refusal(550) : address.startsWith('later') ? refusal(450) : null);
    },
  });
  const { mailer, logged } = mailerTo(t, url());
  await t.throwsAsync(mailer.send({ ...mail, to: 'nobody@example.com' }), {
    instanceOf: MailError,
    message: /does not accept the address nobody@example\.com/,
  });
  await t.throwsAsync(mailer.send({ ...mail, to: 'later@example.com' }), {
    instanceOf: MailError,
    message: /at the moment.*try again/,
  });
  t.notRegex(JSON.stringify(logged), /@example/);
  await mailer.send(mail);
});

test('mails share a connection, and a connection that the server closed is replaced', async (t) => {
  const { server, received, url } = await serveMail(t);
  const { mailer } = mailerTo(t, url());
  for (let n = 0; n < 5; n++) await mailer.send(mail);
  t.is(new Set(received.map(({ connection }) => connection)).size, 1);
  for (const connection of server.connections) connection.close();
  await waitUntil(() => server.connections.size === 0);
  await mailer.send(mail);
  t.is(received.length, 6);
});

test('fifty mails at once all arrive, over two connections at most', async (t) => {
  const { received, url } = await serveMail(t);
  const { mailer } = mailerTo(t, url());
  await Promise.all(Array.from({ length: 50 }, (_, n) => mailer.send({ ...mail, to: `p${n}@example.com` })));
  t.is(new Set(received.map(({ to }) => to[0])).size, 50);
  t.true(new Set(received.map(({ connection }) => connection)).size <= 2);
});

test('an unreachable mail server is a readable error, not a lost mail', async (t) => {
  const { mailer, logged } = mailerTo(t, 'smtp://127.0.0.1:1');
  const error = await t.throwsAsync(mailer.send(mail), { instanceOf: MailError, message: /could not be sent/ });
  t.is((error as MailError).code, 'ESOCKET');
  t.is(logged.length, 1);
});

/** Accepts connections, sends `words`, then nothing more. */
async function serveSilence(t: ExecutionContext, words = ''): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (words !== '') socket.write(words);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

test('a mail server that stops answering, at once or half-way, is a timeout', async (t) => {
  for (const words of ['', '220 hello\r\n']) {
    const url = await serveSilence(t, words);
    let longWaits = true;
    const long = mailerTo(t, url).mailer.send(mail);
    long.catch(() => {
      longWaits = false;
    });
    const { mailer } = mailerTo(t, url, { timeLimitMs: 300 });
    const message = /takes too long\. Please try again in a few minutes/;
    await t.throwsAsync(mailer.send(mail), { instanceOf: MailError, message });
    t.true(longWaits, 'with a longer limit the mailer still waits');
  }
});

test('when a server takes the text and never answers, the error says that the mail may have arrived', async (t) => {
  const { url } = await serveMail(t, { onData: (stream) => void stream.resume() });
  const { mailer } = mailerTo(t, url(), { timeLimitMs: 5_000 });
  await t.throwsAsync(mailer.send(mail), { instanceOf: MailError, message: /takes too long.*may still arrive/ });
});

/** A server that takes each text and then, if `hangsUp`, closes the connection instead of confirming it. */
async function serveHangUp(t: ExecutionContext, hangsUp: () => boolean) {
  const sockets: Socket[] = [];
  const texts: string[] = [];
  const served = await serveMail(t, {
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        texts.push(Buffer.concat(chunks).toString('utf8'));
        if (!hangsUp()) return done();
        for (const socket of sockets) socket.destroy();
      });
    },
  });
  served.server.server.on('connection', (socket: Socket) => void sockets.push(socket));
  return { url: served.url(), texts };
}

test('when a server takes the text and closes the connection, the error says that the mail may have arrived', async (t) => {
  const { mailer } = mailerTo(t, (await serveHangUp(t, () => true)).url);
  const message = /did not confirm.*may still arrive/;
  await t.throwsAsync(mailer.send(mail), { instanceOf: MailError, message });
});

test('names with line breaks, quotes, emoji and 2,000 characters stay names: no header, no recipient, whole texts', async (t) => {
  const { received, url } = await serveMail(t);
  const { mailer } = mailerTo(t, url());
  const names = [
    'Ann\r\nBcc: evil@example.com\r\n\r\n<script>',
    'Ann\nTo: evil@example.com',
    'Ann\u2028Cc: evil@example.com\u0000',
    '"Ann" <evil@example.com>, other@example.com;',
    '=?utf-8?q?=0D=0ABcc=3A?= evil@example.com',
    '👩‍👩‍👧 Zoë Ñandú مرحبا',
    'x'.repeat(2_000),
    '👍'.repeat(2_000),
    '.\r\n.\r\nQUIT\r\n',
  ];
  for (const name of names) {
    const text = `Hello ${name},\n\n.\n\nhttp://localhost/x?token=1`;
    await mailer.send({ ...mail, subject: `${name} invites you`, text });
    const { to, text: sent } = received.at(-1) as Received;
    t.deepEqual(to, ['ann@example.com'], name.slice(0, 30));
    const end = sent.indexOf('\r\n\r\n');
    const header = sent.slice(0, end);
    t.notRegex(header, /^(bcc|cc):/im, name.slice(0, 30));
    t.is(header.match(/^to:/gim)?.length, 1);
    t.true(sent.split('\r\n').every((line) => Buffer.byteLength(line) <= 998));
    const encoding = /^content-transfer-encoding: (\S+)/im.exec(header)?.[1] ?? '7bit';
    const body = sent.slice(end + 4);
    const decoded = decode(body, encoding).replaceAll('\r\n', '\n').trim();
    t.is(decoded, text.replaceAll('\r\n', '\n').trim(), name.slice(0, 30));
  }
  t.is(received.length, names.length);
});

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('an address with extra text reaches no other recipient', async (t) => {
  const { received, url } = await serveMail(t);
  const { mailer } = mailerTo(t, url());
  for (const to of [
    'ann@example.com>\r\nRCPT TO:<evil@example.com',
    'ann@example.com, evil@example.com',
    'ann@example.com\nevil@example.com',
  ]) {
    await mailer.send({ ...mail, to }).catch((error: unknown) => t.true(error instanceof MailError));
  }
  t.false(received.some(({ to }) => to.includes('evil@example.com')));
});

test('an accepted sign-in mail signs in; a refused one is a readable 503', async (t) => {
  const refusal = Object.assign(new Error('no'), { responseCode: 550 });
  const { received, server, url } = await serveMail(t, {
    onRcptTo: ({ address }, _, done) => done(address.startsWith('nobody') ? refusal : null),
  });
  const app = await startServer([], { SMTP_URL: url(CREDENTIALS), LOG_LEVEL: 'silent', CHECKER_RENDER: 'never' });
  t.teardown(() => app.close());
  const person = new Visitor(app.url);
  const ask = (email: string) => person.send<{ code: string; message: string }>('POST', '/api/login/email', { email });

  t.is((await ask('ann@example.com')).status, 202);
  const [{ text, user, secure }] = received as [Received];
  t.deepEqual([user, secure], ['linkledger', true]);
  const token = /callback\?token=([\w-]+)/.exec(text)?.[1];
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  t.is((await person.send('POST', '/api/login/email/callback', `token=${token}`, form)).status, 303);
  t.is((await person.get('/api/auth/user')).status, 200);

  const refused = await ask('nobody@example.com');
  t.deepEqual([refused.status, refused.body.code], [503, 'mail-not-sent']);
  t.regex(refused.body.message, /does not accept the address nobody@example\.com/);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const down = await ask('bob@example.com');
  t.deepEqual([down.status, down.body.code], [503, 'mail-not-sent']);
  t.regex(down.body.message, /Please try again in a few minutes/);
  t.is(down.headers['retry-after'], '60');
});

test('invitations and shares name the addresses that the server refuses; the others get their mail', async (t) => {
  const refusal = Object.assign(new Error('no'), { responseCode: 550 });
  const { received, server, url } = await serveMail(t, {
    onRcptTo: ({ address }, _, done) => done(address.startsWith('nobody') ? refusal : null),
  });
  const app = await startServer([], { SMTP_URL: url(), LOG_LEVEL: 'silent', CHECKER_RENDER: 'never' });
  t.teardown(() => app.close());
  const person = new Visitor(app.url);
  await person.send('POST', '/api/login/email', { email: 'ann@example.com' });
  const token = /callback\?token=([\w-]+)/.exec(received[0]?.text ?? '')?.[1];
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await person.send('POST', '/api/login/email/callback', `token=${token}`, form);
  const { id } = (await person.send<{ id: string }>('POST', '/api/teams', { name: 'Agency' })).body;
  const rows = ['nobody@example.com', 'bob@example.com'].map((email) => ({ email, name: 'B', permission: 'view' }));
  const invite = async () => {
    const { status, body } = await person.send<InvitedAnswer>('POST', `/api/teams/${id}/invite`, { invitations: rows });
    return [status, ...body.invitations.map((each) => each.status)];
  };
  t.deepEqual(await invite(), [200, 'not-mailed', 'sent']);
  t.deepEqual(received.at(-1)?.to, ['bob@example.com']);

  await person.send('POST', '/api/links', {
    ...{ articleLink: 'http://127.0.0.1:1/', clientLink: 'https://client.example/', duration: '30 days' },
  });
  const share = () =>
    person.send<CreatedShareAnswer>('POST', '/api/shared-links', {
      ...{ clientDomain: 'client.example', emails: rows.map(({ email }) => email) },
    });
  t.deepEqual((await share()).body.notMailed, ['nobody@example.com']);
  t.deepEqual(received.at(-1)?.to, ['bob@example.com']);

  // The invitation and the share remain; people can pass on their addresses in another way.
  await new Promise<void>((resolve) => server.close(() => resolve()));
  t.deepEqual(await invite(), [200, 'mail-delayed', 'mail-delayed']);
  const down = await share();
  t.deepEqual([down.status, down.body.notMailed.length, down.body.mailDelayed.length], [201, 0, 2]);
  t.is((await person.get(`/api/shared/${down.body.shareId}`)).status, 200);
});

test('a mail whose server closed the connection after its text may still arrive, whatever it was for', async (t) => {
  let isBroken = false;
  const { url, texts } = await serveHangUp(t, () => isBroken);
  const app = await startServer([], { SMTP_URL: url, LOG_LEVEL: 'silent', CHECKER_RENDER: 'never' });
  t.teardown(() => app.close());
  const person = new Visitor(app.url);
  const ask = () => person.send<{ message: string }>('POST', '/api/login/email', { email: 'ann@example.com' });
  await ask();
  const token = /callback\?token=([\w-]+)/.exec(readableText(texts[0] ?? ''))?.[1];
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await person.send('POST', '/api/login/email/callback', `token=${token}`, form);
  const { id } = (await person.send<{ id: string }>('POST', '/api/teams', { name: 'Agency' })).body;
  const link = { articleLink: 'http://127.0.0.1:1/', clientLink: 'https://client.example/', duration: '30 days' };
  await person.send('POST', '/api/links', link);
  isBroken = true;
  const invitations = [{ email: 'bob@example.com', name: 'Bob', permission: 'view' }];
  const invited = await person.send<InvitedAnswer>('POST', `/api/teams/${id}/invite`, { invitations });
  t.is(invited.body.invitations[0]?.status, 'mail-unconfirmed');
  const share = { clientDomain: 'client.example', emails: ['bob@example.com'] };
  const { body } = await person.send<CreatedShareAnswer>('POST', '/api/shared-links', share);
  t.like(body, { notMailed: [], mailDelayed: [], mailUnconfirmed: ['bob@example.com'] });
  t.regex((await ask()).body.message, /did not confirm.*may still arrive/);
});

test('the sign-in page itself says that the mail could not be sent, and keeps the address', async (t) => {
  const app = await startServer([], { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' });
  t.teardown(() => app.close());
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await new Visitor(app.url).send<string>('POST', '/api/login/email', 'email=ann%40example.com', form);
  t.is(answer.status, 503);
  t.regex(answer.body, /could not be sent/);
  t.regex(answer.body, /value="ann@example\.com"/);
});
