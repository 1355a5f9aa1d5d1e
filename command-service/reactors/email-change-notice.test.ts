import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { EventBuilder, recordingLog, userRegistered, writeAll } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { emailChangeNotice } from './email-change-notice.ts';
import { runReactor } from './run-reactor.ts';

/** The reactor at work on a log; `send` sends what the reactor put into the outbox. */
async function startNotices(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const now = () => new Date('2026-03-10T12:00:00.000Z');
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
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
  const outbox = new MailOutbox({
    state: durable.state,
    mailer,
    secret: 'test',
    isOpen: async () => true,
    logger,
    now,
  });
  const deps = { feed: store, store, ...durable, logger, now, outbox, publicUrl: 'https://links.example' };
  const ended = runReactor(deps, emailChangeNotice(deps), stopping.signal);
  t.teardown(async () => {
    stopping.abort();
    await ended;
    await store.close();
    durable.close();
  });
  const checkpoint = () => durable.checkpoints.get('email-change-notice');
  await waitUntil(async () => (await checkpoint()) !== null);
  const send = async () => {
    await waitUntil(async () => (await checkpoint()) === (await store.head()));
    await outbox.sendDue(stopping.signal);
    return mails;
  };
  return { store, events, changed, send };
}

test('the former address gets a notice of each change, once; earlier changes are not mailed', async (t) => {
  const { store, changed, send } = await startNotices(t);
  await writeAll(store, [changed('lee@example.com', 'kim@example.com'), changed('', 'new@example.com')]);
  const mails = await send();
  t.deepEqual(
    mails.map(({ to }) => to),
    ['lee@example.com'],
  );
  t.regex(mails[0]?.text ?? '', /your account uses\s+kim@example\.com/);
  t.true(mails[0]?.text.includes('somebody else has your account'));
});

test('the notice is in the language of the account, however far behind the views are', async (t) => {
  const { store, events, changed, send } = await startNotices(t);
  const chosen = { userId: 'ann', language: 'de' } as const;
  await writeAll(store, [
    events.add({ type: 'SettingsChanged', stream: 'user-ann', data: chosen }),
    changed('lee@example.com', 'kim@example.com'),
  ]);
  t.is((await send())[0]?.subject, 'Die E-Mail-Adresse deines Linkledger-Kontos wurde geändert');
});
