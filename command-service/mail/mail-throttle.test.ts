import path from 'node:path';
import test from 'ava';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { MailThrottle } from './mail-throttle.ts';
import { MailOutbox } from './outbox.ts';

const now = () => new Date('2027-01-01T12:30:00Z');
const counters = { get: async () => null, increment: async () => 1 };
const mailTo = (to: string) => ({
  ...{ mail: { id: to, to, subject: 's', text: 't', terminalLine: 'l' }, kind: 'share-mail', target: { shareId: 's' } },
});

test('a slow mail server delays nobody: a mail that does not start in time is sent later', async (t) => {
  const begun: string[] = [];
  const answering = Promise.withResolvers<void>();
  const mailer = {
    async send({ to }: Mail, beforeText?: () => Promise<void>) {
      begun.push(to);
      await answering.promise;
      await beforeText?.();
    },
  };
  const logger = recordingLog();
  const { state, close } = openDurableStores(path.join(temporaryFolder(t), 'durable.db'), now);
  t.teardown(close);
  const outbox = new MailOutbox({ state, mailer, secret: 'test', isOpen: async () => true, logger, now });
  const rounds = new MailThrottle({ outbox, counters, kind: 'k', perPersonAndHour: 10, logger, now, limitMs: 5 });
  const to = ['a', 'b', 'c', 'd', 'e', 'f'];
  const mails = to.map(mailTo);
  await outbox.hold(mails);
  const sending = rounds.send(mails);
  // Begun after the limit of the round, so that the limit ends first.
  const limit = AbortSignal.timeout(5);
  await waitUntil(() => limit.aborted);
  answering.resolve();
  const late = await sending;
  const left = to.filter((each) => !begun.includes(each));
  t.deepEqual(
    [...late].toSorted(),
    left.map((each) => [each, 'delayed']),
  );
  t.true(begun.length < to.length);
  await outbox.sendDue(new AbortController().signal);
  t.deepEqual(begun.toSorted(), to);
});
