/** Carries an order out with one link. A link that was seen to before, by a process that died, is left alone. */
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata } from '../../infra/ports/event-store.ts';
import { timetableFor } from '../billing/entitlements.ts';
import { check, streamOf as checkStreamOf } from '../deciders/check.ts';
import { link, streamOf } from '../deciders/link.ts';
import type { BulkOrder } from '../events.ts';
import { handle, load } from '../handle.ts';
import type { Outcomes } from '../links/check-replies.ts';
import { carryOutEdit, checkReaddressed, type EditDeps } from '../links/edit-link.ts';
import { commandFor, editOf } from './operation.ts';

export interface ApplyDeps extends EditDeps {
  readonly outcomes: Pick<Outcomes, 'watch'>;
  /** How long a check that was asked for is waited for; it goes on by itself afterwards. */
  readonly checkMs: number;
}

export interface Doing {
  readonly batchId: string;
  /** Whose order it is. */
  readonly userId: string;
  readonly order: BulkOrder;
}

/** How events say that they are of a batch, and that they take it back. */
export const causedBy = (batchId: string): string => batchId;
export const undoneBy = (batchId: string): string => `undo-${batchId}`;

/**
 * Answers the position of what was written; 0 where nothing was to be done.
 * @throws Refusal, InputError when it cannot be done with this link.
 */
export async function apply(deps: ApplyDeps, { batchId, userId, order }: Doing, linkId: string): Promise<number> {
  const { store, now } = deps;
  const metadata = (): EventMetadata => ({
    actor: userId,
    correlationId: batchId,
    causationId: causedBy(batchId),
    at: now().toISOString(),
  });
  if (await isDone(deps, batchId, order, linkId)) return 0;
  const edit = editOf(order, userId);
  if (edit !== null) {
    const editor = { userId, metadata, unchanged: () => {} };
    const edited = await carryOutEdit(deps, editor, linkId, edit);
    return Math.max(edited.position, await checkReaddressed(deps, linkId, edited, uuidv7(), metadata()));
  }
  const { state } = await load(store, link, streamOf(linkId));
  const command = await commandFor(deps, userId, linkId, state, order);
  if (command === null) return recheck(deps, linkId, metadata());
  const done = await handle(store, link, command, metadata(), async (current) => {
    await commandFor(deps, userId, linkId, current, order);
  });
  return done.position;
}

async function isDone({ store }: ApplyDeps, batchId: string, order: BulkOrder, linkId: string): Promise<boolean> {
  const stream = order.action === 'recheck' ? checkStreamOf(linkId) : streamOf(linkId);
  const { events } = await store.read(stream);
  return events.some(({ metadata }) => metadata.correlationId === batchId);
}

/** Asks for a check, or joins the one under way, and waits a while for what it sees: so many go on at once and no more. */
async function recheck({ store, outcomes, checkMs }: ApplyDeps, linkId: string, metadata: EventMetadata) {
  using watch = outcomes.watch(linkId);
  const { state } = await load(store, link, streamOf(linkId));
  if (state.place === 'nowhere') return 0;
  const { articleLink, clientLink } = state.fields;
  const checkId = uuidv7();
  const timetable = await timetableFor(store, state.scope);
  const wanted = { linkId, checkId, reason: 'batch', articleLink, clientLink, timetable } as const;
  const requested = await handle(store, check, { type: 'RequestCheck', ...wanted }, metadata);
  const outcome = await watch.outcome(requested.state.open?.checkId ?? checkId, checkMs);
  return outcome?.position ?? requested.position;
}
