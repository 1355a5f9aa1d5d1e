/** Seals the log once a day: an event with the hash of the log so far. */

import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { TrustedClock } from '../clock/clock-guard.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { dayOf } from '../contract/schema/days.ts';
import { handle, load } from '../core/handle.ts';
import { isSealDue, SEAL_STREAM, seal } from '../model/seal/decider.ts';

const ROUND_MS = 60_000;
/** Attempts to get a timestamp, one per round; then the log is sealed without a timestamp. */
const STAMP_ATTEMPTS = 60;

/** The last event in the hash chain of the log. */
interface ChainHead {
  readonly count: number;
  readonly position: number;
  /** In hexadecimal. */
  readonly hash: string;
}

interface SealDeps {
  readonly store: EventStore<LinkledgerEvent>;
  /** null until the chain has an event. */
  readonly head: () => ChainHead | null;
  /** Gets an RFC 3161 timestamp token over a hash, base64; null if timestamps are off. */
  readonly stamp: ((hash: string) => Promise<string>) | null;
  readonly logger: Logger;
  readonly clock: TrustedClock;
}

/** Seals the log on each day with events, until aborted. A failure is logged and retried. */
export async function sealDaily(deps: SealDeps, signal: AbortSignal, roundMs = ROUND_MS): Promise<void> {
  const trouble = { logger: deps.logger, failing: 'could not seal the log; trying again' };
  await inRounds(sealingRound(deps), roundMs, trouble, signal);
}

/** Call the result every minute: it seals the log if a seal is due. */
export function sealingRound({ store, head, stamp, logger, clock }: SealDeps): () => Promise<void> {
  /** The last day that needs no further seal. */
  let done = '';
  let failures = 0;
  const tryStamp = async (hash: string): Promise<string | null> => {
    if (stamp === null) return null;
    try {
      return await stamp(hash);
    } catch (err) {
      failures += 1;
      if (failures < STAMP_ATTEMPTS) throw err;
      logger.warn({ err }, 'the timestamp authority does not answer: the log is sealed without a timestamp');
      return null;
    }
  };
  return async () => {
    const at = clock.trusted();
    const chainHead = head();
    if (at === null || chainHead === null) return;
    const day = dayOf(at);
    if (day <= done) return;
    const { state } = await load(store, seal, SEAL_STREAM);
    if (isSealDue(state, day, chainHead.count)) {
      const timestamp = await tryStamp(chainHead.hash);
      const id = uuidv7();
      const metadata = { actor: 'system', correlationId: id, causationId: id, at: at.toISOString() };
      const { count, position, hash } = chainHead;
      await handle(store, seal, { type: 'SealLog', day, count, position, hash, timestamp }, metadata);
    } else if (state.last === null || state.last.day < day) return;
    done = day;
    failures = 0;
  };
}
