/**
 * Leases, one document per name. Only the server's clock decides who holds a lease. The holder counts the time by its
 * own clock from before it sent the request, so it stops before the server can grant the lease to another process.
 */

import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../ports/process/logger.ts';
import { pauseFor } from '../../../ports/process/rounds.ts';
import { LeaseLostError, type Leases } from '../../../ports/storage/leases.ts';
import type { Mongo } from '../database.ts';
import { isDuplicateKey } from './duplicate-key.ts';

interface Lease {
  /** The name. */
  readonly _id: string;
  /** The only call of `hold` that has the lease; null once released. */
  readonly run: string | null;
  /** The process, for people who inspect the database. */
  readonly holder: string;
  readonly token: number;
  readonly until: Date;
}

interface GrantedLease {
  readonly token: number;
  /** When the lease was requested, on this process's monotonic clock. */
  readonly sentAt: number;
}

interface LeaseOptions {
  /** Names this process in the database. */
  readonly holder: string;
  readonly logger: Logger;
  /**
   * How long a lease lasts without renewal, in ms; default 15,000. It is renewed three times in that time, and work is
   * aborted when a third of the time is left.
   */
  readonly ttlMs?: number;
}

const TTL_MS = 15_000;

/**
 * Opens the leases. While the server does not answer, leases are neither granted nor renewed: waiting continues, and
 * work is aborted before its lease ends.
 */
export function openMongoLeases({ db }: Mongo, { holder, logger, ttlMs = TTL_MS }: LeaseOptions): Leases {
  const leases = db.collection<Lease>('leases');
  const [renewEvery, margin, retryEvery] = [ttlMs / 3, ttlMs / 3, ttlMs / 15];
  const until = { $add: ['$$NOW', ttlMs] };
  /** The server failed, and the failure is logged. */
  let isFailing = false;
  const failed = (err: unknown) => {
    if (!isFailing) logger.warn({ err }, 'MongoDB cannot grant or renew leases at the moment; trying again');
    isFailing = true;
  };

  /** null if another run holds it. */
  const take = async (name: string, run: string): Promise<GrantedLease | null> => {
    const sentAt = performance.now();
    // This run may hold the lease already, if an answer was lost.
    const isFree = { $or: [{ $eq: ['$run', run] }, { $lte: ['$until', '$$NOW'] }] };
    // The token is at least the time, so that tokens keep increasing if the collection is lost.
    const token = { $max: [{ $add: ['$token', 1] }, { $toLong: '$$NOW' }] };
    const taken = { $mergeObjects: ['$$ROOT', { run, holder: { $literal: holder }, token, until }] };
    try {
      const lease = await leases.findOneAndUpdate(
        { _id: name },
        [{ $replaceWith: { $cond: [isFree, taken, '$$ROOT'] } }],
        { upsert: true, returnDocument: 'after' },
      );
      return lease?.run === run ? { token: lease.token, sentAt } : null;
    } catch (error) {
      // Another run created the document in the same moment.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  };

  const release = async (name: string, run: string): Promise<void> => {
    try {
      await leases.updateOne({ _id: name, run }, { $set: { run: null, until: new Date(0) } });
    } catch (err) {
      logger.warn({ err, lease: name }, 'a lease could not be released; it expires by itself');
    }
  };

  /** Waits for the lease; null if the signal aborted first. */
  const acquire = async (name: string, run: string, signal: AbortSignal): Promise<GrantedLease | null> => {
    while (!signal.aborted) {
      try {
        const granted = await take(name, run);
        isFailing = false;
        if (granted !== null && !signal.aborted) return granted;
        if (granted !== null) await release(name, run);
      } catch (err) {
        failed(err);
      }
      await pauseFor(retryEvery, signal);
    }
    return null;
  };

  /** Renews the lease until `ended`. Aborts `lost` when the lease is lost, or `margin` before it can be. */
  const keep = async (
    name: string,
    run: string,
    { token, sentAt }: GrantedLease,
    lost: AbortController,
    ended: AbortSignal,
  ) => {
    const lose = () => {
      if (!lost.signal.aborted) logger.warn({ lease: name, token }, 'a lease was lost; its work starts again later');
      lost.abort(new LeaseLostError(`the lease ${name} was lost`));
    };
    const loseIn = (from: number) => setTimeout(lose, from + ttlMs - margin - performance.now());
    let timer = loseIn(sentAt);
    let isOurs = true;
    let wait = renewEvery;
    while (isOurs && !ended.aborted) {
      await pauseFor(wait, ended);
      if (ended.aborted) break;
      const from = performance.now();
      try {
        const { matchedCount } = await leases.updateOne({ _id: name, run, token }, [{ $set: { until } }]);
        isFailing = false;
        isOurs = matchedCount === 1;
        clearTimeout(timer);
        if (isOurs) timer = loseIn(from);
        else lose();
        wait = renewEvery;
      } catch (err) {
        failed(err);
        wait = retryEvery;
      }
    }
    clearTimeout(timer);
  };

  return {
    async hold(givenName, work, signal) {
      const name = givenName.toWellFormed();
      while (!signal.aborted) {
        const run = randomUUID();
        const granted = await acquire(name, run, signal);
        if (granted === null) return;
        const [lost, ended] = [new AbortController(), new AbortController()];
        const keeping = keep(name, run, granted, lost, ended.signal);
        try {
          await work(AbortSignal.any([signal, lost.signal]), granted.token);
          if (!lost.signal.aborted) return;
        } catch (error) {
          if (!lost.signal.aborted && !(error instanceof LeaseLostError)) throw error;
        } finally {
          ended.abort();
          await keeping;
          await release(name, run);
        }
      }
    },
  };
}
