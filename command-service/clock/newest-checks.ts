/** Reads the view of checks newest first: times recorded by a clock that was ahead come first. */
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CheckDoc, type CheckPhase, checks } from '../../projections/views/links/checks.ts';

const PAGE = 500;

/** Documents in these states, newest `field` first, read as far as the caller goes: nearly always one. */
export async function* newestChecks(
  reads: ReadStore,
  state: CheckPhase | readonly CheckPhase[],
  field: 'since' | 'recordedAt',
): AsyncGenerator<CheckDoc, void> {
  for (let skip = 0, limit = 1; ; skip += limit, limit = PAGE) {
    const sort = { field, descending: true };
    const { rows } = await reads.find(checks, { where: { state }, sort, skip, limit, countUpTo: 1 });
    yield* rows;
    if (rows.length < limit) return;
  }
}
