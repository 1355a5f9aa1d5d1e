/** Carries an order out with one link. A link that was seen to before, by a process that died, is left alone. */
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata } from '../../infra/ports/event-store.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import { check, streamOf as checkStreamOf } from '../deciders/check.ts';
import { link, streamOf } from '../deciders/link.ts';
import type { BulkOperation } from '../events/bulk.ts';
import { handle, load } from '../handle.ts';
import type { CheckReplies } from '../links/check-replies.ts';
import { applyEdit, type EditDeps, recheckIfUrlsChanged } from '../links/edit-link.ts';
import type { Principal } from '../principal.ts';
import { toEdit, toLinkCommand } from './operation.ts';

export interface ApplyDeps extends EditDeps {
  readonly outcomes: Pick<CheckReplies, 'watch'>;
  /** How long a check that was asked for is waited for; it goes on by itself afterwards. */
  readonly checkMs: number;
}

export interface BulkContext {
  readonly batchId: string;
  /** The person who ordered it, with the limits of the token they used. */
  readonly principal: Principal;
  readonly order: BulkOperation;
}

/** How events say that they are of a batch, and that they take it back. */
export const bulkCausationId = (batchId: string): string => batchId;
export const undoCausationId = (batchId: string): string => `undo-${batchId}`;

/**
 * Answers the position of what was written; 0 where nothing was to be done.
 * @throws Refusal, InputError when it cannot be done with this link.
 */
export async function applyToLink(
  deps: ApplyDeps,
  { batchId, principal, order }: BulkContext,
  linkId: string,
): Promise<number> {
  const { store, now } = deps;
  const metadata = (): EventMetadata => ({
    actor: principal.userId,
    correlationId: batchId,
    causationId: bulkCausationId(batchId),
    at: now().toISOString(),
  });
  if (await isDone(deps, batchId, order, linkId)) return 0;
  const edit = toEdit(order, principal.userId);
  if (edit !== null) {
    const editor = { principal, metadata, assertUnchanged: () => {} };
    const edited = await applyEdit(deps, editor, linkId, edit);
    return Math.max(edited.position, await recheckIfUrlsChanged(deps, linkId, edited, uuidv7(), metadata()));
  }
  const { state } = await load(store, link, streamOf(linkId));
  const command = await toLinkCommand(deps, principal, linkId, state, order);
  if (command === null) return recheck(deps, linkId, metadata());
  const done = await handle(store, link, command, metadata(), async (current) => {
    await toLinkCommand(deps, principal, linkId, current, order);
  });
  return done.position;
}

async function isDone({ store }: ApplyDeps, batchId: string, order: BulkOperation, linkId: string): Promise<boolean> {
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
  const timetable = await scheduleOfScope(store, state.scope);
  const wanted = { linkId, checkId, reason: 'batch', articleLink, clientLink, timetable } as const;
  const requested = await handle(store, check, { type: 'RequestCheck', ...wanted }, metadata);
  const outcome = await watch.outcome(requested.state.open?.checkId ?? checkId, checkMs);
  return outcome?.position ?? requested.position;
}
