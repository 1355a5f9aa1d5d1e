/** `npm run copy` from a folder to real servers, as a person runs it. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import test from 'ava';
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { EventBuilder, linkAdded, userRegistered, writeAll } from '../../testing/event-builder.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findMongoDb, freshDatabase } from '../../testing/servers/mongodb.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openEventStoreDb } from '../eventstoredb/event-store.ts';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', 'main', 'cli', 'copy.ts');

async function copy(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [SCRIPT, ...args], { env: { PATH: process.env.PATH, ...env } });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

if (hasServers()) {
  test('a folder is copied to EventStoreDB and MongoDB, and a second run finds nothing to do', async (t) => {
    const [log, views] = await Promise.all([findEventStoreDb(), findMongoDb()]);
    if (log === null || views === null) throw new Error(NO_CLUSTER);
    t.teardown(() => Promise.all([log.stop(), views.stop()]));
    const dataDir = temporaryFolder(t);
    const source = await openStores({ dataDir }, PERSONAL_FIELDS, [], recordingLogger().logger);
    const events = new EventBuilder();
    for (const person of ['ann', 'bob']) events.add(userRegistered(person));
    for (let n = 0; n < 50; n += 1) events.add(linkAdded(`l${n}`));
    for (const event of events.all) await writeAll(source.store, [{ ...event, id: randomUUID() }]);
    await source.close();

    const args = ['--from', `sqlite:${dataDir}`, '--to', log.url, '--to', freshDatabase(views.url)];
    const env = { NAMESPACE: `t${randomBytes(6).toString('hex')}-` };
    const first = await copy(args, env);
    t.is(first.code, 0, first.errors);
    t.regex(first.output, /^Copied and compared 52 events, \d+ keys and 0 files\.$/m);
    t.regex(first.output, /^SHA-256 of both logs: [0-9a-f]{64}$/m);
    t.regex(first.output, /IDENTITY_SECRET to the text of .*identity\.secret/);
    const second = await copy(args, env);
    t.is(second.code, 0, second.errors);
    t.is(second.output, first.output);

    const elsewhere = await copy([...args.slice(0, 4), '--to', freshDatabase(views.url)], env);
    t.is(elsewhere.code, 1);
    t.regex(elsewhere.errors, /^The target log already has events/);
  });

  test('a killed copy continues where it stopped, and both logs are equal in the end', async (t) => {
    const [log, views] = await Promise.all([findEventStoreDb(), findMongoDb()]);
    if (log === null || views === null) throw new Error(NO_CLUSTER);
    t.teardown(() => Promise.all([log.stop(), views.stop()]));
    const dataDir = temporaryFolder(t);
    const { logger } = recordingLogger();
    const source = await openStores({ dataDir }, PERSONAL_FIELDS, [], logger);
    for (const event of randomHistory(2, 1_500)) await writeAll(source.store, [event]);
    await source.close();
    const namespace = `t${randomBytes(6).toString('hex')}-`;
    const args = ['--from', `sqlite:${dataDir}`, '--to', log.url, '--to', freshDatabase(views.url)];
    const env = { PATH: process.env.PATH, NAMESPACE: namespace };
    const killed = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: 'inherit' });
    const ended = once(killed, 'exit');
    t.teardown(() => killed.kill('SIGKILL'));
    const target = await openEventStoreDb({ url: log.url, logger, streamPrefix: namespace });
    t.teardown(() => target.close());
    await waitUntil(async () => (await target.head()) > 0);
    killed.kill('SIGKILL');
    t.deepEqual(await ended, [null, 'SIGKILL'], 'the copy was running');
    const again = await copy(args, { NAMESPACE: namespace });
    t.is(again.code, 0, again.errors);
    t.regex(again.output, /^Copied and compared 1500 events, \d+ keys and 0 files\.$/m);
  });
} else {
  test.skip(NO_CLUSTER, () => undefined);
}

test('unusable arguments are refused with an example', async (t) => {
  for (const args of [[], ['--from', './data'], ['--from', 'sqlite:./data', '--into', 'x']]) {
    const { code, errors } = await copy(args, {});
    t.is(code, 1);
    t.regex(errors, /Write: npm run copy -- --from sqlite:/);
  }
});
