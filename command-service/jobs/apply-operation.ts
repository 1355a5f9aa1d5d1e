/** Carries out a bulk operation on one link. Skips a link that a killed process has already changed. */
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import { type CheckReplies, positionAfterCheck } from '../checks/check-replies.ts';
import { requestCheck } from '../checks/request-check.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { applyEdit, type EditDeps, recheckIfUrlsChanged } from '../links/edit-link.ts';
import { type JudgeDeps, judgeLink } from '../links/judge-link.ts';
import { requireAccess } from '../links/link-access.ts';
import { moveRemarks, setMoney } from '../links/set-money.ts';
import { agreeOn } from '../links/set-terms.ts';
import type { LinkOperation } from '../model/bulk/commands.ts';
import type { BulkMoney, BulkOperation } from '../model/bulk/events.ts';
import { streamOf as checkStreamOf } from '../model/check/decider.ts';
import { link, streamOf } from '../model/link/decider.ts';
import type { Money } from '../model/money/events.ts';
import { streamOfOrder, toEdit, toLinkCommand } from './operation.ts';

/** More events than a link's checks add between a stop of the server and its next start. */
const NEWEST_CHECK_EVENTS = 50;

export interface ApplyDeps extends EditDeps, JudgeDeps {
  readonly checkReplies: Pick<CheckReplies, 'watch'>;
  /** How long a recheck waits for its visit; the check itself goes on after that. */
  readonly checkMs: number;
}

export interface BulkContext {
  readonly batchId: string;
  /** The person who started the job, within the limits of their token. */
  readonly principal: Principal;
  readonly order: BulkOperation;
}

/** The causation id of a bulk operation's events; `undoCausationId` is that of its undo. */
export const bulkCausationId = (batchId: string): string => batchId;
export const undoCausationId = (batchId: string): string => `undo-${batchId}`;

/**
 * Returns the position of the last event written; 0 if there was nothing to do.
 * @throws DomainError, InputError if the operation is not possible with this link.
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
  if (order.action === 'judge') return judge(deps, principal, order, linkId, batchId, metadata());
  if (await isDone(deps, batchId, order, linkId)) return 0;
  const editor = { principal, metadata, assertUnchanged: () => {} };
  if (order.action === 'terms') return (await agreeOn(store, editor, linkId, order)).position;
  if (order.action === 'money') return (await setMoney(deps, editor, linkId, moneyIn(order.money))).position;
  if (order.action === 'remarks') return moveRemarks(deps, editor, linkId);
  const edit = toEdit(order, principal.userId);
  if (edit !== null) {
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

function moneyIn({ price, ...others }: BulkMoney): Partial<Money> {
  const { amount = null, currency = null } = price ?? {};
  if (price === undefined) return others;
  return { ...others, price: amount === null || currency === null ? null : { amount, currency } };
}

/** A link that was judged before gets the same verdict: the verdict is not recorded twice. */
async function judge(
  deps: ApplyDeps,
  principal: Principal,
  { scope, matching }: Extract<BulkOperation, { readonly action: 'judge' }>,
  linkId: string,
  judgingId: string,
  metadata: EventMetadata,
): Promise<number> {
  const { state } = await load(deps.store, link, streamOf(linkId));
  const knownLink = await requireAccess(deps, state, principal, 'JudgeAgain');
  if (knownLink.scope !== scope) throw new DomainError('conflict', 'moved', 'This link is in another list by now.');
  const judged = await judgeLink(deps, linkId, judgingId, matching, metadata);
  if (judged !== 'needs-visit') return judged === 'never-checked' ? 0 : judged;
  const message = 'This link cannot be judged again without a visit: its last check did not record enough.';
  throw new DomainError('conflict', 'needs-visit', message);
}

/** Whether an earlier run handled this link. A recheck that is no longer among the newest events is repeated. */
async function isDone({ store }: ApplyDeps, batchId: string, order: LinkOperation, linkId: string): Promise<boolean> {
  const { events } =
    order.action === 'recheck'
      ? await store.read(checkStreamOf(linkId), { last: NEWEST_CHECK_EVENTS })
      : await store.read(streamOfOrder(order, linkId));
  return events.some(({ metadata }) => metadata.correlationId === batchId);
}

/** Requests a check and waits for its visit, so that the number of open checks stays limited. */
async function recheck({ store, checkReplies, checkMs }: ApplyDeps, linkId: string, metadata: EventMetadata) {
  using watch = checkReplies.watch(linkId);
  const { state } = await load(store, link, streamOf(linkId));
  if (state.status === 'none') return 0;
  const { articleLink, clientLink } = state.fields;
  const schedule = await scheduleOfScope(store, state.scope);
  const request = { linkId, checkId: uuidv7(), reason: 'batch', articleLink, clientLink, schedule } as const;
  const { checkId, position } = await requestCheck(store, request, metadata);
  const reply = await watch.outcome(checkId, checkMs);
  return reply === null ? position : positionAfterCheck(store, linkId);
}
