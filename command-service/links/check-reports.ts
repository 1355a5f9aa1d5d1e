/** What the checker takes from the log and what it gives back: orders to check, and reports as commands. */
import type { EventStore, Feed } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { check } from '../deciders/check.ts';
import type { CheckOrder, Observation, Verdict } from '../events/observation.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle } from '../handle.ts';

/**
 * Every check that is to be made: first those that were open when the process started (whoever was making them is
 * gone), then each as it is requested. One that comes twice, or was finished meanwhile, does no harm: its report
 * changes nothing.
 */
export async function* requestedChecks(
  feed: Feed<LinkledgerEvent>,
  reads: ReadStore,
  signal: AbortSignal,
): AsyncGenerator<readonly CheckOrder[]> {
  // The position first: what is requested between the two reads then comes twice rather than never.
  const position = await reads.position(checks);
  const { rows } = await reads.find(checks, { where: { state: 'open' } });
  const open = rows.flatMap(({ id, checkId, articleLink, clientLink, reason }) =>
    checkId === null ? [] : [{ linkId: id, checkId, articleLink, clientLink, reason }],
  );
  if (open.length > 0) yield open;
  for await (const batch of feed.follow(position, signal)) {
    const requested = batch.flatMap((event) => (event.type === 'CheckRequested' ? [event.data] : []));
    if (requested.length > 0) yield requested;
  }
}

/** Records what a check saw. */
export async function recordReport(
  store: EventStore<LinkledgerEvent>,
  { linkId, checkId }: CheckOrder,
  observation: Observation,
  verdict: Verdict,
  now: () => Date,
): Promise<void> {
  await handle(
    store,
    check,
    { type: 'RecordCheck', linkId, checkId, observation, verdict },
    { actor: 'checker', correlationId: checkId, causationId: checkId, at: now().toISOString() },
  );
}
