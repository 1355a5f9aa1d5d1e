import test from 'ava';
import type { IssueMail } from '../../command-service/contract/issue-mails.ts';
import { presentMails } from './report.ts';

const [early, issuedAt, later] = ['2026-03-01T07:00:00.000Z', '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'];
const [until, now] = ['2026-03-04T08:00:00.000Z', new Date('2026-03-02T08:00:00.000Z')];
const recipients = ['zoe', 'max', 'kim'].map((recipientId) => {
  return { recipientId, email: `${recipientId}@client.example`, leftAt: null };
});
const entry = (recipientId: string, status: IssueMail['status'], more: Partial<IssueMail> = {}): IssueMail => {
  return { recipientId, status, at: later, nextAt: later, until, ...more };
};
const shown = (entries: readonly IssueMail[], at = now, issue: string | null = issuedAt) =>
  presentMails(recipients, { issuedAt: issue }, { entries, now: at });

test('the mails of an issue are in the order of its recipients, with the next try of those that wait', (t) => {
  t.deepEqual(shown([entry('kim', 'sent'), entry('zoe', 'waiting')]), [
    { email: 'zoe@client.example', status: 'waiting', at: later, nextAt: later },
    { email: 'kim@client.example', status: 'sent', at: later, nextAt: null },
  ]);
  t.deepEqual(shown([entry('gone', 'sent')]), [{ email: null, status: 'sent', at: later, nextAt: null }]);
});

test('a mail that waits beyond its end is given up, as the outbox has forgotten it', (t) => {
  const after = new Date('2026-03-05T08:00:00.000Z');
  t.like(shown([entry('zoe', 'waiting')], after)[0], { status: 'given-up', at: until, nextAt: null });
});

test('a draft has no mails, and what a failed release left is no mail of the issue', (t) => {
  t.deepEqual(shown([entry('zoe', 'waiting')], now, null), []);
  t.deepEqual(shown([entry('zoe', 'withdrawn', { at: early })]), []);
  t.is(shown([entry('zoe', 'withdrawn')]).length, 1);
});

test('who unsubscribed before the issue is among its mails, and who did so later got theirs', (t) => {
  const leaving = (leftAt: string) =>
    recipients.map((each) => (each.recipientId === 'zoe' ? { ...each, leftAt } : each));
  const of = (leftAt: string, ...entries: IssueMail[]) => presentMails(leaving(leftAt), { issuedAt }, { entries, now });
  t.deepEqual(of(early, entry('max', 'sent')).at(-1), {
    ...{ email: 'zoe@client.example', status: 'unsubscribed', at: early, nextAt: null },
  });
  t.deepEqual(
    of(later, entry('max', 'sent')).map(({ email }) => email),
    ['max@client.example'],
  );
  t.deepEqual(
    of(later, entry('zoe', 'sent')).map(({ status }) => status),
    ['sent'],
  );
});
