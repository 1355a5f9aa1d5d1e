import test from 'ava';
import { leasesContract } from '../../../testing/contracts/leases.ts';
import { startWorker } from '../../../testing/mongodb/start-worker.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { findMongoDb, NO_MONGODB, openFreshMongo } from '../../../testing/servers/mongodb.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { openMongoLeases } from './leases.ts';

const server = await findMongoDb();
const never = new AbortController().signal;
const options = { holder: 'test', logger: recordingLogger().logger, ttlMs: 3_000 };

if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  const { url, stop } = server;
  test.after.always(() => stop());

  // Uses the product's time to live: the contract must not depend on the speed of the machine.
  leasesContract(async (t) =>
    openMongoLeases(await openFreshMongo(t, url), { holder: 'test', logger: options.logger }),
  );

  test('only one of several processes holds a lease at a time, each time with a larger token', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(t, url, mongo)));
    for (const worker of workers) worker.give({ kind: 'count', id: 'n', times: 8, ttlMs: 3_000 });
    await Promise.all(workers.map((worker) => worker.report('done')));
    const counter = await mongo.db.collection<{ _id: string; value: number }>('counters').findOne({ _id: 'n' });
    t.is(counter?.value, 24);
    const tokens = workers.map(({ reports }) => reports.flatMap((each) => (each.kind === 'counted' ? each.token : [])));
    for (const own of tokens) {
      t.deepEqual(
        own,
        own.toSorted((a, b) => a - b),
      );
    }
    t.is(new Set(tokens.flat()).size, 24);
  });

  test('a holder that is stopped for twice the time of its lease is replaced, and writes nothing once it goes on', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const [one, other] = [await startWorker(t, url, mongo), await startWorker(t, url, mongo)];
    const work = { kind: 'work', name: 'reactor', ttlMs: 1_500 } as const;
    one.give({ ...work, puts: Number.MAX_SAFE_INTEGER });
    const { token } = await one.report('began');
    await one.report('put');
    other.give({ ...work, puts: 3 });
    one.signal('SIGSTOP');
    const stoppedAt = performance.now();
    const successor = await other.report('began');
    t.true(performance.now() - stoppedAt > 500, 'the lease lasts after its holder stopped');
    t.true(successor.token > token);
    await waitUntil(() => other.reports.filter(({ kind }) => kind === 'put').length === 3);
    await waitUntil(() => performance.now() - stoppedAt > 2 * work.ttlMs);
    const progress = mongo.db.collection('progress');
    const before = await progress.find().toArray();
    t.like(before[0], { position: 3, token: successor.token });
    one.signal('SIGCONT');
    await one.report('lost');
    t.deepEqual(await progress.find().toArray(), before);
    // The process waits for its turn again, and gets it when the other one has ended.
    t.is(one.reports.filter(({ kind }) => kind === 'began').length, 1);
    other.signal('SIGKILL');
    const again = await waitUntil(() => one.reports.findLast((each) => each.kind === 'began' && each.token > token));
    t.true(again.kind === 'began' && again.token > successor.token);
  });

  test('a lease lasts as long as its work, and is free immediately afterwards', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const leases = openMongoLeases(mongo, { ...options, ttlMs: 1_500 });
    const began = performance.now();
    let isAborted = false;
    await leases.hold(
      'a',
      async (signal) => {
        await waitUntil(() => performance.now() - began > 3_500);
        isAborted = signal.aborted;
      },
      never,
    );
    t.false(isAborted);
    const lease = await mongo.db.collection<{ _id: string; run: null }>('leases').findOne({ _id: 'a' });
    t.like(lease, { run: null, holder: 'test' });
  });

  test('work that fails because the lease was lost starts again; another failure is thrown', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const leases = openMongoLeases(mongo, { ...options, ttlMs: 600 });
    const tokens: number[] = [];
    const collection = mongo.db.collection<{ _id: string; run: string }>('leases');
    await leases.hold(
      'a',
      async (signal, token) => {
        tokens.push(token);
        if (tokens.length > 1) return;
        await collection.updateOne({ _id: 'a' }, { $set: { run: 'another process', until: new Date(0) } });
        await waitUntil(() => signal.aborted);
        signal.throwIfAborted();
      },
      never,
    );
    t.is(tokens.length, 2);
    await t.throwsAsync(
      leases.hold('a', () => Promise.reject(new RangeError('mine')), never),
      { instanceOf: RangeError },
    );
  });

  test('tokens keep increasing after the leases were lost, so that checkpoints can still be put', async (t) => {
    const mongo = await openFreshMongo(t, url);
    const leases = openMongoLeases(mongo, options);
    const tokens: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await leases.hold('a', async (_, token) => void tokens.push(token), never);
      await mongo.db.collection('leases').drop();
    }
    t.true((tokens[1] ?? 0) > (tokens[0] ?? 0));
  });

  test('any text can name a lease', async (t) => {
    const leases = openMongoLeases(await openFreshMongo(t, url), { ...options, holder: '$$NOW' });
    t.plan(4);
    for (const name of ['$run', '$$NOW', 'half \ud800', '']) await leases.hold(name, async () => void t.pass(), never);
  });
}
