/** Proves that events are in the log, for evidence packs. */
import { SEAL_STREAM } from '../../../command-service/model/seal/decider.ts';
import { chainReader } from '../../ledger/chain-pages.ts';
import { proveEvents } from '../../ledger/prove-events.ts';
import type { ProveEvents } from '../../ports/storage/event-proof.ts';
import type { LinkledgerEngine } from './role.ts';

/** Reads the log as stored, with the seals and the chain of this moment. */
export function proverOf({ log, state }: Pick<LinkledgerEngine, 'log' | 'state'>): ProveEvents {
  return async (positions, limits) => {
    // The chain is further than every seal read before it.
    const { events } = await log.read(SEAL_STREAM);
    const seals = events.flatMap((event) => (event.type === 'LogSealed' ? [event.data] : []));
    return proveEvents({ log, seals, head: await chainReader(state).head() }, positions, limits);
  };
}
