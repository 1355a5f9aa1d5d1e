import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openMailer } from './mail.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-mail-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

function outbox(name: string) {
  const said: string[] = [];
  const directory = path.join(folder, name);
  const mailer = openMailer({
    smtpUrl: null,
    from: 'Linkledger <linkledger@localhost>',
    outbox: directory,
    say: (line) => void said.push(line),
    now: () => new Date('2027-01-01T00:00:00Z'),
  });
  const mails = () => readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'));
  return { mailer, said, mails, directory };
}

const mail = {
  to: 'ann@example.com',
  subject: 'Sign in',
  text: 'Hello\n\nhttp://localhost/x?token=1',
  terminalLine: 'Go',
};

test('without a mail server a mail is a file in the outbox, and its line is said at the terminal', async (t) => {
  const { mailer, said, mails, directory } = outbox('plain');
  await mailer.send(mail);
  t.is(mails().length, 1);
  t.regex(mails()[0]!, /^To: ann@example\.com$/m);
  t.true(mails()[0]!.includes('http://localhost/x?token=1'));
  t.deepEqual(said, ['Go']);
  t.is(statSync(path.join(directory, readdirSync(directory)[0]!)).mode & 0o077, 0);
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

test('a mail server that does not answer is an error, not a lost mail', async (t) => {
  const mailer = openMailer({
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'a@localhost',
    outbox: folder,
    say: () => t.fail(),
    now: () => new Date(),
  });
  await t.throwsAsync(mailer.send(mail), { message: /ECONNREFUSED/ });
});
