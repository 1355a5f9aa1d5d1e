import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import type { Mail } from '../../infra/ports/mailer.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { MailThrottle } from './mail-throttle.ts';

const now = () => new Date('2027-01-01T12:30:00Z');
const counters = { get: async () => null, increment: async () => 1 };
const mailTo = (to: string): Mail => ({ to, subject: 's', text: 't', terminalLine: 'l' });

test('a slow mail server delays nobody: a mail that is not begun in time is reported as not sent', async (t) => {
  const begun: string[] = [];
  const mailer = {
    async send({ to }: Mail) {
      begun.push(to);
      await pause(20);
    },
  };
  const logger = recordingLog();
  const rounds = new MailThrottle({ mailer, counters, kind: 'k', perPersonAndHour: 10, logger, now, limitMs: 5 });
  const to = ['a', 'b', 'c', 'd', 'e', 'f'];
  const missed = rounds.send(to.map(mailTo));
  t.deepEqual(
    [...(await missed)].toSorted(),
    to.filter((each) => !begun.includes(each)).map((each) => [each, 'missed']),
  );
  t.true(begun.length < to.length);
});
