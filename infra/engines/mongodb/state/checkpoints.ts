/** The progress of reactors, in one collection. */
import type { Checkpoints } from '../../../ports/storage/checkpoints.ts';
import { LeaseLostError } from '../../../ports/storage/leases.ts';
import { busyWhenUnanswered } from '../busy-store.ts';
import type { Mongo } from '../database.ts';
import { isDuplicateKey } from './duplicate-key.ts';

interface ReactorCheckpoint {
  /** The reactor. */
  readonly _id: string;
  readonly position: number;
  /** The fencing token of the lease under which the position was written. */
  readonly token: number;
}

/** Opens the checkpoints. A checkpoint is durable on a majority of the servers when `put` resolves. */
export function openMongoCheckpoints({ db }: Mongo): Checkpoints {
  const progress = db.collection<ReactorCheckpoint>('progress');
  return busyWhenUnanswered<Checkpoints>({
    async get(name) {
      return (await progress.findOne({ _id: name.toWellFormed() }))?.position ?? null;
    },
    async put(name, position, token) {
      const own = { _id: name.toWellFormed(), token: { $lte: token } };
      const move = { $set: { position, token } };
      try {
        await progress.updateOne(own, move, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Written under a newer lease, or created by an older one a moment ago.
        const { matchedCount } = await progress.updateOne(own, move);
        if (matchedCount === 0) throw new LeaseLostError(`the checkpoint ${name} was written under a newer lease`);
      }
    },
  });
}
