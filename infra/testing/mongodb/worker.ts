/**
 * A process of its own that works on the state in MongoDB, for tests that race processes, stop them and kill them. It
 * does the one job it is sent and reports by messages.
 */
import { openMongo } from '../../engines/mongodb/database.ts';
import { openMongoCheckpoints } from '../../engines/mongodb/state/checkpoints.ts';
import { openMongoKeys } from '../../engines/mongodb/state/key-store.ts';
import { openMongoLeases } from '../../engines/mongodb/state/leases.ts';
import { LeaseLostError } from '../../ports/storage/leases.ts';
import { recordingLogger } from '../recording-logger.ts';

export type Job =
  /** Asks for the key of each owner and reports them all, in hex. */
  | { readonly kind: 'keys'; readonly owners: readonly string[] }
  /** Adds 1 to a document of `counters`, `times` times, each under the lease, by a read and a write. Reports each token. */
  | { readonly kind: 'count'; readonly id: string; readonly times: number; readonly ttlMs: number }
  /**
   * Holds the lease `name` for good. Under it, puts the checkpoint `name` at ever larger positions: `puts` times, or
   * until the lease is lost. Reports the token when it begins, and the reason when it ends.
   */
  | { readonly kind: 'work'; readonly name: string; readonly puts: number; readonly ttlMs: number };

export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'counted'; readonly token: number }
  | { readonly kind: 'began'; readonly token: number }
  | { readonly kind: 'put'; readonly token: number; readonly position: number }
  | { readonly kind: 'lost'; readonly token: number; readonly reason: 'aborted' | 'refused' }
  | { readonly kind: 'done' };

const NEVER = new AbortController().signal;
const report = (message: Report) => new Promise((resolve) => process.send?.(message, resolve));
const { logger } = recordingLogger();
const [url = '', database = ''] = process.argv.slice(2);
const connection = await openMongo({ url, logger });
const mongo = { ...connection, db: connection.client.db(database) };

async function run(job: Job): Promise<void> {
  if (job.kind === 'keys') {
    const keys = openMongoKeys(mongo);
    const found = await Promise.all(job.owners.map((owner) => keys.keyFor(owner)));
    await report({ kind: 'keys', keys: found.map((key) => Buffer.from(key).toString('hex')) });
    return;
  }
  const leases = openMongoLeases(mongo, { holder: String(process.pid), logger, ttlMs: job.ttlMs });
  if (job.kind === 'count') {
    const counters = mongo.db.collection<{ _id: string; value: number }>('counters');
    for (let round = 0; round < job.times; round += 1) {
      await leases.hold(
        job.id,
        async (_, token) => {
          const { value } = (await counters.findOne({ _id: job.id })) ?? { value: 0 };
          await counters.updateOne({ _id: job.id }, { $set: { value: value + 1 } }, { upsert: true });
          await report({ kind: 'counted', token });
        },
        NEVER,
      );
    }
    return;
  }
  const checkpoints = openMongoCheckpoints(mongo);
  await leases.hold(
    job.name,
    async (signal, token) => {
      await report({ kind: 'began', token });
      for (let position = 1; position <= job.puts && !signal.aborted; position += 1) {
        try {
          await checkpoints.put(job.name, position, token);
          await report({ kind: 'put', token, position });
        } catch (error) {
          if (!(error instanceof LeaseLostError)) throw error;
          await report({ kind: 'lost', token, reason: 'refused' });
          throw error;
        }
      }
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await report({ kind: 'lost', token, reason: 'aborted' });
    },
    NEVER,
  );
}

process.once('message', async (job: Job) => {
  await run(job);
  await report({ kind: 'done' });
  await mongo.close();
  process.disconnect?.();
});
process.once('disconnect', () => process.exit());
await report({ kind: 'ready' });
