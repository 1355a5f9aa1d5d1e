import test from 'ava';
import { UnsubscribeLinks, type UnsubscribeSubject } from './unsubscribe-links.ts';

const links = new UnsubscribeLinks('a secret', 'https://links.example');
const report: UnsubscribeSubject = { kind: 'report', reportId: 'r1', recipientId: 'zoe' };

test('an address has its subject, which nobody can read in it', (t) => {
  const address = links.addressOf(report);
  t.regex(address, /^https:\/\/links\.example\/api\/unsubscribe\/[\w-]{60,}$/);
  t.deepEqual(links.subjectOf(address), report);
  t.deepEqual(links.subjectOf(address.split('/').at(-1) ?? ''), report);
  const token = Buffer.from(address.split('/').at(-1) ?? '', 'base64url').toString('latin1');
  t.false(token.includes('zoe') || token.includes('r1'));
});

test('an address that was changed, cut, made up or made by another installation has no subject', (t) => {
  const address = links.addressOf(report);
  const changed = `${address.slice(0, -9)}${address.at(-9) === 'A' ? 'B' : 'A'}${address.slice(-8)}`;
  const foreign = new UnsubscribeLinks('another secret', 'https://links.example').addressOf(report);
  for (const wrong of [changed, address.slice(0, -4), foreign, '', 'x', '/', 'ä', 'A'.repeat(100_000)])
    t.is(links.subjectOf(wrong), null, wrong.slice(0, 200));
});
