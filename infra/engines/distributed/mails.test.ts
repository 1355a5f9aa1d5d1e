/** Two processes that send mails: one hangs, the other is killed, and nobody gets a mail twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openLog } from '../../main/parts/open-log.ts';
import { clusterSettings, hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { fastTime } from '../../testing/apps/fast-clock-process.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  statusChanged,
  userRegistered,
  writeAll,
} from '../../testing/event-builder.ts';
import { startSmtpServer } from '../../testing/fakes/smtp-server.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findMongoDb, freshDatabase } from '../../testing/servers/mongodb.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { toolSettings } from '../../testing/tool-settings.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openMongo } from '../mongodb/database.ts';
import { openDistributedEngine } from './engine.ts';

const PROCESS = path.resolve(import.meta.dirname, '..', '..', 'testing', 'apps', 'fast-clock-process.ts');
/** The clock is trusted after ten minutes, and alerts of five minutes go into one mail. */
const FASTER = 40;
const PEOPLE = Array.from({ length: 40 }, (_, index) => `person${index}`);
/** Milliseconds that the mail server takes for each mail. */
const MAIL_MS = 150;
const { logger } = recordingLogger();

if (hasServers()) {
  test('one process hangs while it sends mails, another is killed: nobody gets a mail twice', async (t) => {
    const [eventStore, mongo] = await Promise.all([findEventStoreDb(), findMongoDb()]);
    if (eventStore === null || mongo === null) throw new Error(NO_CLUSTER);
    t.teardown(() => Promise.all([eventStore.stop(), mongo.stop()]));
    const database = freshDatabase(mongo.url);
    const namespace = `t${randomBytes(6).toString('hex')}-`;
    const mails = await serveMails(t);
    const env = {
      ...{ ...toolSettings(), ...clusterSettings(), NAMESPACE: namespace, SMTP_URL: mails.url, PORT: '0' },
      ...{ EVENT_STORE_URL: eventStore.url, READ_STORE_URL: database, DATA_DIR: temporaryFolder(t) },
      ...{ PUBLIC_URL: 'http://localhost', CHECKER_RENDER: 'never', LOG_LEVEL: 'silent' },
    };
    const startMs = Date.now();
    const processes = await Promise.all([startProcess(t, env, startMs), startProcess(t, env, startMs)]);
    await removeLinks(t, { eventStore: eventStore.url, mongo: database, namespace }, startMs);

    const { db, close } = await openMongo({ url: database, logger });
    t.teardown(close);
    /** The process that sends mails now. */
    const sender = async () => {
      const lease = await db.collection<{ _id: string; holder: string }>('leases').findOne({ _id: 'mail rounds' });
      return processes.find(({ pid }) => lease?.holder.endsWith(` ${pid}`));
    };
    await waitUntil(() => mails.to.length >= 8);
    const hung = await sender();
    hung?.kill('SIGSTOP');
    const before = mails.to.length;
    await waitUntil(() => mails.to.length >= before + 8);
    const killed = await sender();
    t.true(hung !== undefined && killed !== undefined && killed !== hung, 'the other process took over');
    killed?.kill('SIGKILL');
    hung?.kill('SIGCONT');
    // The mail that was being sent when its process died may be missing.
    await waitUntil(() => new Set(mails.to).size >= PEOPLE.length - 2);
    // A further round would repeat forgotten mails.
    await pause(35_000);
    t.is(new Set(mails.to).size, mails.to.length, 'nobody got two mails');
    t.log(`${mails.to.length} mails to ${PEOPLE.length} people`);
  });
} else {
  test.skip(NO_CLUSTER, () => undefined);
}

/** A slow mail server, with the recipients of all mails. */
async function serveMails(t: ExecutionContext) {
  const to: string[] = [];
  const { url, close } = await startSmtpServer({
    onMail(mail, done) {
      to.push(...mail.to);
      setTimeout(done, MAIL_MS);
    },
  });
  t.teardown(close);
  return { url, to };
}

async function startProcess(
  t: ExecutionContext,
  env: Readonly<Record<string, string | undefined>>,
  startMs: number,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROCESS, `${FASTER}`, `${startMs}`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Linkledger is running')) break;
  return child;
}

/** Each person has a link that is found removed. */
async function removeLinks(
  t: ExecutionContext,
  { eventStore, mongo, namespace }: Readonly<Record<'eventStore' | 'mongo' | 'namespace', string>>,
  startMs: number,
): Promise<void> {
  const engine = await openDistributedEngine<LinkledgerEvent, CheckQueues>(
    { dataDir: '', logLevel: 'silent', schemas: allViews, logger, now: () => new Date(), mayRemove: () => false },
    { eventStoreUrl: eventStore, readStoreUrl: mongo, kafka: null, namespace },
  );
  t.teardown(() => engine.close());
  // Mails go out only for events after the start.
  await waitUntil(async () => (await engine.checkpoints.get('alert-mails')) !== null);
  const events = new EventBuilder();
  const now = fastTime(FASTER, startMs);
  const [before, at] = [now - 10 * 86_400_000, now].map((ms) => new Date(ms).toISOString());
  for (const person of PEOPLE) {
    const linkId = `link-of-${person}`;
    const [first, second] = [randomUUID(), randomUUID()];
    for (const event of [
      userRegistered(person),
      linkAdded(linkId, { scope: `user:${person}` }),
      checkRequested(linkId, first),
      linkChecked(linkId, first, { status: 'live', reason: 'found-static' }),
      statusChanged(linkId, 'pending', 'live', 'found-static'),
    ])
      events.add(event, { actor: person, at: before });
    for (const event of [
      checkRequested(linkId, second),
      linkChecked(linkId, second, { status: 'removed', reason: 'page-gone' }),
      statusChanged(linkId, 'live', 'removed', 'page-gone'),
    ])
      events.add(event, { actor: person, at });
  }
  const log = openLog(engine, logger);
  for (const event of events.all) await writeAll(log, [{ ...event, id: randomUUID() }]);
}
