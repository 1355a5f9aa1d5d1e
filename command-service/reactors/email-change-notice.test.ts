import path from 'node:path';
import test from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import type { Mail } from '../../infra/ports/mailer.ts';
import { EventBuilder, recordingLog, userRegistered, writeAll } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { users } from '../../projections/views/people/users.ts';
import type { LinkledgerEvent } from '../events.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { emailChangeNotice } from './email-change-notice.ts';
import { runReactor } from './run-reactor.ts';

test('the former address gets a notice of each change, once; earlier changes are not mailed', async (t) => {
  const folder = temporaryFolder(t);
  const now = () => new Date('2026-03-10T12:00:00.000Z');
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const reads = openSqliteViews(path.join(folder, 'views.db'), [users]);
  const events = new EventBuilder();
  const changed = (from: string, email: string) =>
    events.add({ type: 'EmailChanged', stream: 'user-ann', data: { userId: 'ann', from, email } });
  await writeAll(store, [events.add(userRegistered('ann')), changed('ann@example.com', 'lee@example.com')]);

  const mails: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      mails.push(mail);
    },
  };
  const stopping = new AbortController();
  const logger = recordingLog();
  const outbox = new MailOutbox({ kept: durable.state, mailer, secret: 'test', logger, now });
  const deps = { feed: store, reads, ...durable, logger, now, outbox, publicUrl: 'https://links.example' };
  const ended = runReactor(deps, emailChangeNotice(deps), stopping.signal);
  t.teardown(async () => {
    stopping.abort();
    await ended;
    await store.close();
    durable.close();
    reads.close();
  });
  await waitUntil(async () => (await durable.checkpoints.get('email-change-notice')) !== null);

  await writeAll(store, [changed('lee@example.com', 'kim@example.com'), changed('', 'new@example.com')]);
  await waitUntil(async () => (await durable.checkpoints.get('email-change-notice')) === (await store.head()));
  await outbox.sendDue(stopping.signal);
  t.deepEqual(
    mails.map(({ to }) => to),
    ['lee@example.com'],
  );
  t.regex(mails[0]?.text ?? '', /your account uses\s+kim@example\.com/);
  t.true(mails[0]?.text.includes('somebody else has your account'));
});
