import test from 'ava';
import type { IssueMail } from '../../command-service/contract/issue-mails.ts';
import { presentMails } from './report.ts';

const [early, issuedAt, later] = ['2026-03-01T07:00:00.000Z', '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'];
const [until, now] = ['2026-03-04T08:00:00.000Z', '2026-03-02T08:00:00.000Z'];
const recipients = ['zoe', 'max', 'kim'].map((recipientId) => {
  return { recipientId, email: `${recipientId}@client.example`, leftAt: null };
});
const entry = (recipientId: string, status: IssueMail['status'], more: Partial<IssueMail> = {}): IssueMail => {
  return { recipientId, status, at: later, nextAt: later, until, ...more };
};
const shown = (entries: readonly IssueMail[], at = now, issue: string | null = issuedAt) =>
  presentMails({ recipients }, { issuedAt: issue }, { entries, now: at });

test('the mails of an issue are in the order of their addresses, with the next try of those that wait', (t) => {
  t.deepEqual(shown([entry('kim', 'sent'), entry('zoe', 'waiting')]), [
    { email: 'kim@client.example', status: 'sent', at: later, nextAt: null },
    { email: 'zoe@client.example', status: 'waiting', at: later, nextAt: later },
  ]);
  t.deepEqual(shown([entry('gone', 'sent')]), [{ email: null, status: 'sent', at: later, nextAt: null }]);
});

test('a mail that waits beyond its end is given up, as the outbox has forgotten it', (t) => {
  const after = '2026-03-05T08:00:00.000Z';
  t.like(shown([entry('zoe', 'waiting')], after)[0], { status: 'late', at: until, nextAt: null });
});

test('a draft has no mails, and what a failed release left is no mail of the issue', (t) => {
  t.deepEqual(shown([entry('zoe', 'waiting')], now, null), []);
  t.deepEqual(shown([entry('zoe', 'withdrawn', { at: early })]), []);
  t.is(shown([entry('zoe', 'withdrawn')]).length, 1);
});
