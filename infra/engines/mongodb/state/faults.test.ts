import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { EVIDENCE } from '../../../ports/storage/blob-store.ts';
import { NEVER } from '../../../ports/storage/durable-store.ts';
import { BusyError } from '../../../ports/storage/errors.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { NO_MONGODB, openFreshMongo, startMongoDb } from '../../../testing/servers/mongodb.ts';
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts';
import { HANGING_MS, waitUntil } from '../../../testing/wait-until.ts';
import { openMongoBlobs } from '../blobs/blob-store.ts';
import { type Mongo, openMongo } from '../database.ts';
import { openMongoCheckpoints } from './checkpoints.ts';
import { openMongoKeys } from './key-store.ts';
import { openMongoLeases } from './leases.ts';
import { openMongoValues } from './values.ts';

/** Only a server that the test started may be killed. */
const server = await startMongoDb();
const KILLS = 5;
const never = new AbortController().signal;
const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'));

if (server === null) test.skip(`${NO_MONGODB} (faults need the program, a URL is not enough)`, () => undefined);
else {
  const { url } = server;
  test.after.always(() => server.stop());
  const openAll = async (t: ExecutionContext) => {
    // As patient as the product itself.
    const mongo = await openFreshMongo(t, `${url}&serverSelectionTimeoutMS=2000&connectTimeoutMS=2000`);
    const [keys, checkpoints] = [openMongoKeys(mongo), openMongoCheckpoints(mongo)];
    return {
      mongo,
      keys,
      checkpoints,
      ...(await openMongoValues(mongo, () => new Date())),
      blobs: await openMongoBlobs(mongo),
    };
  };

  test.serial('a server that is killed again and again under load loses nothing that it acknowledged', async (t) => {
    const { values, state, keys, checkpoints, blobs } = await openAll(t);
    const checks: (() => Promise<void>)[] = [];
    let isStopping = false;
    /** Writes until stopped; each write returns a check that it lasted. Returns how many outcomes are unknown. */
    const writer = async (write: (n: number) => Promise<() => Promise<void>>): Promise<number> => {
      let unknown = 0;
      for (let n = 0; !isStopping; n += 1) {
        try {
          checks.push(await write(n));
        } catch (error) {
          if (!(error instanceof BusyError)) throw error;
          unknown += 1;
        }
      }
      return unknown;
    };
    const counts: number[] = [];
    let [handled, sizes] = [0, 0];
    const counting = writer(async () => {
      counts.push(await state.increment('count', 'k', NEVER));
      return async () => undefined;
    });
    const writing = Promise.all([
      writer(async (n) => {
        await values.put('a', `k ${n}`, n, NEVER, 'ann');
        return async () => void t.is(await values.get('a', `k ${n}`), n);
      }),
      writer(async (n) => {
        await checkpoints.put('reactor', n, 1);
        handled = n;
        return async () => undefined;
      }),
      writer(async (n) => {
        const key = hex(await keys.keyFor(`owner ${n}`));
        return async () => void t.is(hex(await keys.find(`owner ${n}`)), key);
      }),
      writer(async () => {
        const bytes = new Uint8Array(randomBytes(300_000));
        const hash = await blobs.put(EVIDENCE, bytes);
        return async () => void t.is(hex(await blobs.get(EVIDENCE, hash)), hex(bytes));
      }),
    ]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = checks.length;
      await waitUntil(() => checks.length > before + 100);
      await server.signal('SIGKILL');
      await server.start();
    }
    isStopping = true;
    const [unknown] = await Promise.all([counting, writing]);
    for (const check of checks) await check();
    const count = (await state.get<number>('count', 'k')) ?? 0;
    t.is(new Set(counts).size, counts.length);
    t.true(count >= counts.length && count <= counts.length + unknown, `${count} of ${counts.length} + ${unknown}`);
    t.true(((await checkpoints.get('reactor')) ?? -1) >= handled);
    for (const { bytes } of await blobs.list(EVIDENCE)) sizes += bytes;
    t.is(await blobs.size(EVIDENCE), sizes);
    t.log(`${checks.length} writes acknowledged over ${KILLS} kills`);
  });

  test.serial('work ends before its lease when the server hangs, and starts again when it answers', async (t) => {
    const { mongo } = await openAll(t);
    const { logger } = recordingLogger();
    const ttlMs = 1_500;
    const tokens: number[] = [];
    let abortedAfter = Number.POSITIVE_INFINITY;
    await openMongoLeases(mongo, { holder: 'test', logger, ttlMs }).hold(
      'a',
      async (signal, token) => {
        tokens.push(token);
        if (tokens.length > 1) return;
        await server.signal('SIGSTOP');
        const stoppedAt = performance.now();
        await waitUntil(() => signal.aborted);
        abortedAfter = performance.now() - stoppedAt;
        await waitUntil(() => performance.now() - stoppedAt > 2 * ttlMs);
        await server.signal('SIGCONT');
      },
      never,
    );
    t.true(abortedAfter < ttlMs, `${abortedAfter} ms`);
    t.is(tokens.length, 2);
    t.true((tokens[1] ?? 0) > (tokens[0] ?? 0));
  });

  test.serial('while the server hangs, every call ends as a BusyError', async (t) => {
    const { values, state, keys, checkpoints, blobs } = await openAll(t);
    const calls = [
      () => values.get('a', 'k'),
      () => values.removeOf('a', 'ann'),
      () => state.increment('a', 'k', NEVER),
      () => keys.keyFor('ann'),
      () => keys.destroy('ann'),
      () => checkpoints.put('a', 1, 1),
      () => blobs.put(EVIDENCE, new Uint8Array(1_000)),
    ];
    for (const call of calls) await call();
    await server.signal('SIGSTOP');
    const stoppedAt = performance.now();
    try {
      await Promise.all(calls.map((call) => t.throwsAsync(call(), { instanceOf: BusyError })));
      t.true(performance.now() - stoppedAt < HANGING_MS, `${performance.now() - stoppedAt} ms`);
    } finally {
      await server.signal('SIGCONT');
    }
    const answers = (call: () => Promise<unknown>) =>
      call().then(
        () => true,
        (error: unknown) => {
          if (error instanceof BusyError) return false;
          throw error;
        },
      );
    for (const call of calls) t.true(await waitUntil(() => answers(call)));
  });

  /** The same database through a proxy. */
  const openFar = async (t: ExecutionContext, { db }: Mongo) => {
    const proxy = await startTcpProxy(server.ports[0] ?? 0);
    t.teardown(() => proxy.close());
    const far = await openMongo({
      url: `mongodb://127.0.0.1:${proxy.port}/${db.databaseName}?directConnection=true`,
      logger: recordingLogger().logger,
    });
    t.teardown(() => far.close());
    return { proxy, far, ...(await openMongoValues(far, () => new Date())) };
  };

  test.serial('a connection that breaks while a large write waits to be sent is a BusyError', async (t) => {
    const { mongo } = await openAll(t);
    const { proxy, far, values } = await openFar(t, mongo);
    await server.signal('SIGSTOP');
    try {
      const sent = once(far.client, 'connectionCheckedOut');
      const answer = t.throwsAsync(values.put('a', 'k', 'x'.repeat(15_000_000), NEVER), { instanceOf: BusyError });
      await sent;
      // The buffers in between are full by then.
      await nextTurn();
      proxy.reset();
      await answer;
    } finally {
      await server.signal('SIGCONT');
    }
  });

  test.serial('an addition whose answer was lost is repeated automatically and counts once', async (t) => {
    const { mongo, state } = await openAll(t);
    const { proxy, state: farState } = await openFar(t, mongo);
    t.is(await farState.increment('count', 'k', NEVER), 1);
    proxy.set('swallow-answers');
    const answer = farState.increment('count', 'k', NEVER);
    await waitUntil(async () => (await state.get('count', 'k')) === 2);
    proxy.set('pass');
    proxy.reset();
    t.is(await answer, 2);
    t.is(await state.get('count', 'k'), 2);
  });
}
