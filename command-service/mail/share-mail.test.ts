import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteExpiring } from '../../infra/engines/embedded/stores/expiring-store.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { type Mail, MailError } from '../../infra/ports/process/mailer.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { users } from '../../projections/views/people/users.ts';
import { RateLimitError } from '../core/errors.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { MailOutbox } from './outbox.ts';
import { MAILS_PER_ADDRESS, MAILS_PER_PERSON, type ShareMail, ShareMailer } from './share-mail.ts';

const MAIL: ShareMail = {
  shareId: 'abc',
  client: 'client.example',
  shows: { live: 18, total: 24 },
  hasPassword: true,
  expiresAt: '2027-03-31T12:00:00.000Z',
  brand: null,
  agency: null,
  sender: 'Ann Lee',
  replyTo: 'ann@agency.example',
  language: null,
};

const SENT = { notMailed: [], mailDelayed: [], mailUnconfirmed: [] };

/** `refuse`: the addresses that the mail server refuses. */
function open(t: ExecutionContext, refuse: readonly string[] = [], isDown = () => false) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sharing-'));
  let ms = Date.parse('2027-01-01T12:30:00Z');
  const now = () => new Date(ms);
  const limits = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
  const reads = openSqliteViews(path.join(folder, 'views.db'), [users]);
  const sent: Mail[] = [];
  const mailer = {
    async send(mail: Mail, beforeText?: () => Promise<void>) {
      if (isDown()) throw new MailError('The mail server does not answer.', 'ECONNECTION');
      if (refuse.includes(mail.to)) {
        throw new MailError(`The mail server does not accept ${mail.to}.`, 'EENVELOPE', { outcome: 'refused' });
      }
      await beforeText?.();
      sent.push(mail);
    },
  };
  const logger = recordingLog();
  const nothing = {
    reads,
    feed: { head: async () => 0 },
    passwords: { hash: async () => '' },
    momentOf: async () => ({ position: 0, at: '' }),
  };
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  t.teardown(() => {
    limits.close();
    durable.close();
    reads.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const outbox = new MailOutbox({
    state: durable.state,
    mailer,
    secret: 's'.repeat(32),
    isOpen: async () => true,
    logger,
    now,
  });
  const sharing = new ShareMailer({
    ...nothing,
    outbox,
    unsubscribing: new UnsubscribeLinks('a secret', 'https://links.example'),
    limits,
    publicUrl: 'https://links.example',
    logger,
    now,
  });
  /** Shares with the recipients, as a command does. */
  const share = async (to: readonly string[], mail: ShareMail) => {
    const recipients = to.map((email) => ({ email }));
    return sharing.send(await sharing.hold(recipients, mail));
  };
  return {
    sharing,
    share,
    outbox,
    sent,
    log: logger,
    pass: (minutes: number) => {
      ms += minutes * 60_000;
    },
  };
}

test('a mail says who shares what, where and until when, and that a password is needed, but not which', async (t) => {
  const { share, sent } = open(t);
  t.deepEqual(await share(['zoe@client.example'], MAIL), SENT);
  t.is(sent[0]?.to, 'zoe@client.example');
  t.is(sent[0]?.subject, 'Backlink report for client.example');
  t.is(sent[0]?.replyTo, 'ann@agency.example');
  t.true(sent[0]?.html?.includes('href="https://links.example/share/abc"'));
  t.regex(
    sent[0]?.text ?? '',
    /^Ann Lee shares the backlinks of client\.example with you\.\n\n18 of 24 links are live today\.\n\nOpen the report:\nhttps:\/\/links\.example\/share\/abc\n/,
  );
  t.regex(
    sent[0]?.text ?? '',
    /need a password.*\n\nIt can be opened until March 31, 2027 at 12:00\sPM UTC\.\n\nSent on January 1, 2027\./s,
  );
  await share(['zoe@client.example'], { ...MAIL, shareId: 'b', hasPassword: false, expiresAt: null });
  t.notRegex(sent[1]?.text ?? '', /password|until/);
  await share(['zoe@client.example'], { ...MAIL, shareId: 'c', replyTo: null });
  t.is(sent[2]?.replyTo, undefined);
  await share(['zoe@client.example'], { ...MAIL, shareId: 'd', agency: 'Fairwind\r\nOutreach' });
  t.regex(sent[3]?.text ?? '', /^Ann Lee of Fairwind Outreach shares the backlinks of client\.example with\s+you\./);
});

test('a mail of a list with a brand has its sender, name, logo, accent and footer, as text', async (t) => {
  const { share, sent } = open(t);
  const brand = {
    name: 'Acme <b>',
    logo: { hash: 'a'.repeat(64), width: 600, height: 70 },
    accent: '#ffffff',
    senderName: 'Acme SEO',
    footer: 'Acme Ltd. <i>\nBerlin',
  };
  await share(['zoe@client.example'], { ...MAIL, brand, agency: brand.name });
  const [{ senderName = '', text = '', html = '' } = {}] = sent;
  t.is(senderName, 'Acme SEO');
  t.regex(text, /^Ann Lee of Acme <b> shares/);
  t.regex(text, /\n\nAcme Ltd\. <i>\nBerlin$/);
  t.true(html.includes(`<img src="https://links.example/api/logos/${'a'.repeat(64)}" alt="" width="240" height="28">`));
  t.true(html.includes('Acme &lt;b&gt;</p>'), 'the name is there where pictures are blocked');
  t.true(html.includes('background:#707070'), 'the accent is corrected');
  t.true(html.includes('Acme Ltd. &lt;i&gt;\nBerlin'));
  t.notRegex(html, /<b>|<i>|Linkledger/);
});

test('a mail about a past moment names the moment, and counts nothing of today', async (t) => {
  const { share, sent } = open(t);
  await share(['client@example.com'], { ...MAIL, shows: { position: 7, at: '2026-10-31T23:59:59.999Z' } });
  const text = sent[0]?.text ?? '';
  t.regex(text, /were live, pending or\s+lost at October 31, 2026/);
  t.notRegex(text, /today|up to date/);
});

test('a mail is in the sender’s language if the recipient’s is unknown', async (t) => {
  const { share, sent } = open(t);
  await share(['zoe@client.example'], { ...MAIL, agency: 'Nordlicht', language: 'de' });
  t.is(sent[0]?.subject, 'Backlink-Bericht für client.example');
  t.regex(sent[0]?.text ?? '', /^Ann Lee \(Nordlicht\) teilt mit dir die Backlinks von client\.example\./);
  t.regex(sent[0]?.text ?? '', /bis 31\. März 2027 um 12:00 UTC öffnen\.\n\nGesendet am 1\. Januar 2027\./);
});

test('a name of several lines, or of any length, is one short line in the mail', async (t) => {
  const { share, sent } = open(t);
  await share(['zoe@client.example'], {
    ...MAIL,
    sender: `Ann\r\n\u2028Bcc: x@evil.example\u0000${'e'.repeat(500)}`,
  });
  const first = sent[0]?.text.split('\n\n', 1)[0]?.replaceAll('\n', ' ') ?? '';
  t.regex(first, /^Ann Bcc: x@evil\.example e+ shares/);
  t.true(first.length < 200);
});

test('refused addresses are named, in order, and the others get their mail', async (t) => {
  const { share, sent, log: logger } = open(t, ['b@client.example', 'd@client.example']);
  const to = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@client.example`);
  t.deepEqual(await share(to, MAIL), {
    notMailed: ['b@client.example', 'd@client.example'],
    mailDelayed: [],
    mailUnconfirmed: [],
  });
  t.is(sent.length, 3);
  t.deepEqual(
    logger.lines.map(([, , fields]) => fields),
    Array.from({ length: 2 }, () => ({ kind: 'share-mail', code: 'EENVELOPE' })),
    'the log names no address',
  );
});

test('a person may send a number of mails an hour, and further ones are refused with a message', async (t) => {
  const { sharing, pass } = open(t);
  await sharing.claimMails('ann', MAILS_PER_PERSON);
  await sharing.claimMails('bob', 1);
  const refused = await t.throwsAsync(sharing.claimMails('ann', 1), { instanceOf: RateLimitError });
  t.like(refused, { code: 'too-many-mails', retryAfterSeconds: 1800 });
  t.regex(refused?.message ?? '', /Try again in 30 minutes/);
  pass(30);
  await t.notThrowsAsync(sharing.claimMails('ann', 1));
});

test('mails that were refused are not counted as sent', async (t) => {
  const { sharing } = open(t);
  await sharing.claimMails('ann', MAILS_PER_PERSON - 5);
  await t.throwsAsync(sharing.claimMails('ann', 20), { instanceOf: RateLimitError });
  await t.notThrowsAsync(sharing.claimMails('ann', 5));
  await t.throwsAsync(sharing.claimMails('ann', 1), { instanceOf: RateLimitError });
});

test('of two concurrent requests for the last mails one gets them', async (t) => {
  const { sharing } = open(t);
  await sharing.claimMails('ann', MAILS_PER_PERSON - 5);
  const both = await Promise.allSettled([sharing.claimMails('ann', 4), sharing.claimMails('ann', 4)]);
  t.true(both.some(({ status }) => status === 'rejected'));
});

test('an address is not filled with mails, whoever sends them', async (t) => {
  const { share, outbox, sent } = open(t);
  for (let n = 0; n < MAILS_PER_ADDRESS; n += 1)
    t.deepEqual(await share(['zoe@client.example'], { ...MAIL, shareId: `s${n}` }), SENT);
  t.deepEqual(await share(['Zoe@Client.example'], MAIL), { ...SENT, notMailed: ['Zoe@Client.example'] });
  t.deepEqual([sent.length, await outbox.waiting()], [MAILS_PER_ADDRESS, 0]);
});

test('a mail that the server cannot accept now is sent later and once, even if its command repeats', async (t) => {
  let isDown = true;
  const { share, outbox, sent } = open(t, [], () => isDown);
  const to = ['zoe@client.example'];
  t.deepEqual(await share(to, MAIL), { ...SENT, mailDelayed: to });
  t.is(await outbox.waiting(), 1);
  isDown = false;
  await outbox.sendDue(new AbortController().signal);
  t.is(await outbox.waiting(), 0);
  t.deepEqual(await share(to, MAIL), SENT);
  t.deepEqual(
    sent.map((each) => each.to),
    to,
  );
  t.regex(sent[0]?.id ?? '', /^share [0-9a-f]{64}$/);
});
