import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import test, { type ExecutionContext } from 'ava';
import { StartError } from '../../ports/process/start-error.ts';
import { eventStoreContract, metadata, type Noted, noted, readFeed } from '../../testing/contracts/event-store.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb, NO_EVENT_STORE } from '../../testing/servers/eventstoredb.ts';
import { freePorts } from '../../testing/servers/find-server.ts';
import { openInTurn } from '../../testing/turns.ts';
import { openEventStoreDb } from './event-store.ts';

const server = await findEventStoreDb();
if (server === null) test.skip(NO_EVENT_STORE, (t) => t.fail());
else runSuite(server);

function runSuite({ url, stop }: { readonly url: string; stop(): Promise<void> }): void {
  test.after.always(stop);

  const openAt = async (t: ExecutionContext, streamPrefix: string) => {
    const log = await openEventStoreDb<Noted>({ url, streamPrefix, callMs: 300_000, logger: recordingLogger().logger });
    t.teardown(() => log.close());
    return log;
  };
  const open = (t: ExecutionContext) => openAt(t, `t${randomUUID()}-`);

  eventStoreContract(openInTurn(open));

  test('an event is kept under the prefix, as JSON, with ids that the tools of the server know', async (t) => {
    const prefix = `t${randomUUID()}-`;
    const log = await openAt(t, prefix);
    await log.append('a', -1, [noted('1')], metadata);
    const client = EventStoreDBClient.connectionString(url);
    t.teardown(() => client.dispose());
    const found = await Array.fromAsync(client.readStream(`${prefix}a`));
    t.like(found[0]?.event, {
      isJson: true,
      type: 'Noted',
      data: { text: '1' },
      metadata: { actor: 'system', at: metadata.at, $correlationId: 'correlation', $causationId: 'cause' },
    });
  });

  test('two openers see each other’s appends', async (t) => {
    const prefix = `t${randomUUID()}-`;
    const [one, two] = [await openAt(t, prefix), await openAt(t, prefix)];
    const seen = readFeed(two, await two.head(), 1);
    const { position } = await one.append('a', -1, [noted('1')], metadata);
    t.is((await seen)[0]?.position, position);
    t.is(await two.head(), position);
    t.is((await two.read('a')).revision, 0);
  });

  test('events of others are neither followed nor the head, and do not affect the positions', async (t) => {
    const [log, other] = [await open(t), await open(t)];
    const { position } = await log.append('a', -1, [noted('1')], metadata);
    for (let index = 0; index < 50; index += 1) await other.append(`b-${index}`, -1, [noted(`${index}`)], metadata);
    t.is(await log.head(), position);
    const waiting = readFeed(log, 0, 2);
    await log.append('a', 0, [noted('2')], metadata);
    t.deepEqual(
      (await waiting).map(({ data }) => data.text),
      ['1', '2'],
    );
  });

  test('a truncated stream is read from its first event on, and its repeated append has the newest position', async (t) => {
    const prefix = `t${randomUUID()}-`;
    const log = await openAt(t, prefix);
    const first = [noted('1'), noted('2')];
    await log.append('a', -1, first, metadata);
    const { position } = await log.append('a', 1, [noted('3'), noted('4')], metadata);
    const client = EventStoreDBClient.connectionString(url);
    t.teardown(() => client.dispose());
    await client.setStreamMetadata(`${prefix}a`, { maxCount: 1 });
    const { events, revision } = await log.read('a');
    t.deepEqual(
      events.map((event) => event.revision),
      [3],
    );
    t.is(revision, 3);
    t.is((await log.read('a', { from: 9 })).revision, 3);
    t.deepEqual(await log.append('a', -1, first, metadata), { revision: 1, position });
  });

  test('reads and followers that end early leave no call behind: a connection carries only 100', async (t) => {
    const log = await open(t);
    const events = Array.from({ length: 500 }, (_, index) => noted(`${index}`));
    await log.append('a', -1, events, metadata);
    for (let index = 0; index < 150; index += 1) t.is((await readFeed(log, index === 0 ? 0 : 1, 1)).length > 0, true);
    for (let round = 0; round < 3; round += 1) {
      const reads = await Promise.all(Array.from({ length: 150 }, () => log.read('a', { last: 1 })));
      t.true(reads.every(({ revision }) => revision === 499));
    }
    t.is((await log.append('b', -1, [noted('b')], metadata)).revision, 0);
  });

  test('close() ends followers and rejects later calls', async (t) => {
    const log = await open(t);
    const follower = Array.fromAsync(log.follow(0, new AbortController().signal));
    await log.append('a', -1, [noted('1')], metadata);
    await log.close();
    await follower;
    await t.throwsAsync(log.append('a', 0, [noted('2')], metadata), { message: 'the event log is closed' });
    await t.throwsAsync(log.read('a'), { message: 'the event log is closed' });
    await t.throwsAsync(log.head(), { message: 'the event log is closed' });
    await log.close();
  });

  // Runs first: a machine that runs all tests at once may not end a read in time.
  test.serial('a read that close() interrupts is rejected and never returns a part', async (t) => {
    const log = await open(t);
    const events = Array.from({ length: 400 }, (_, index) => noted(`${index}`, 'x'.repeat(1_500)));
    await log.append('a', -1, events, metadata);
    const reads = Array.from({ length: 12 }, () => log.read('a'));
    await t.notThrowsAsync(Promise.race(reads));
    await log.close();
    const ends = await Promise.allSettled(reads);
    for (const end of ends) {
      if (end.status === 'fulfilled') t.is(end.value.events.length, 400);
      else t.is(String(end.reason), 'Error: the event log is closed');
    }
    t.true(ends.some(({ status }) => status === 'rejected'));
  });
}

test('a server that cannot be reached is a start error that names it and not the password', async (t) => {
  const [port] = await freePorts(1);
  const url = `esdb://ann:secret@127.0.0.1:${port}?tls=false`;
  const error = await t.throwsAsync(openEventStoreDb({ url, logger: recordingLogger().logger }), {
    instanceOf: StartError,
    message: new RegExp(`esdb://127\\.0\\.0\\.1:${port} cannot be reached .*correct EVENT_STORE_URL`),
  });
  t.notRegex(JSON.stringify([error.message, error.stack, String(error.cause)]), /secret/);
});
