/** Previews a bulk operation: how many links it can change, and why it leaves out the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { moneyInRemarks } from '../../projections/rules/money-remarks.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import type { BulkCountAnswer, DeviatingLinkAnswer } from '../../query-service/contract/answers/bulk-operations.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { cachingEventStore } from '../core/caching-event-store.ts';
import { findDuplicates } from '../links/duplicates.ts';
import { withTemplate } from '../links/set-terms.ts';
import type { BulkSelection, LinkOperation } from '../model/bulk/commands.ts';
import { initialState, type LinkState, link } from '../model/link/decider.ts';
import { NO_MONEY } from '../model/money/events.ts';
import { deviatingLink, previewOf } from './deviating-links.ts';
import { assertNotAllInCooldown, rejectionReason, toEdit, toLinkCommand } from './operation.ts';
import { type SelectedLink, selectLinks } from './selection.ts';

export interface CountDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

const EXAMPLES = 20;
const DUPLICATE = 'That list already has a link with the same URLs.';

/**
 * Counts from the views; the operation itself reads the log, link by link.
 * @throws DomainError `cooldown` if all links are in their owners' cooldown, `too-many`.
 */
export async function previewBulk(
  deps: CountDeps,
  principal: Principal,
  choice: BulkSelection,
  order: LinkOperation,
): Promise<BulkCountAnswer> {
  const refused = new Map<string, number>();
  const store = cachingEventStore(deps.store);
  const scopes = new Set<Scope>();
  const deviating: DeviatingLinkAnswer[] = [];
  const moves: NonNullable<BulkCountAnswer['remarks']>['first'][number][] = [];
  let left = 0;
  const isMeant = (doc: LinkDoc) => {
    if (order.action !== 'remarks') return true;
    const found = moneyInRemarks(doc.remarks, doc.money);
    if (found.left > 0) left += 1;
    return found.moved !== null;
  };
  const at = deps.now().toISOString();
  let total = 0;
  for await (const slice of selectLinks(deps, principal, choice, isMeant)) {
    // The loop never waits for I/O: other work runs between two slices.
    await nextTurn();
    total += slice.length;
    const duplicates = await duplicatesAmong(deps.reads, principal, slice, order);
    for (const { id, doc } of slice) {
      if (doc?.place === 'active') scopes.add(doc.scope);
      const reason =
        (await whyNot({ ...deps, store }, principal, id, doc, order)) ?? (duplicates.has(id) ? DUPLICATE : null);
      if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1);
      else if (doc !== null && order.action === 'terms') {
        deviating.push(...deviatingLink(doc, (await withTemplate(store, doc.scope, order)).terms, at));
      } else if (doc !== null && order.action === 'remarks' && moves.length < EXAMPLES) {
        const { articleLink, remarks: before } = doc;
        const { moved, remarks: after } = moneyInRemarks(before, doc.money);
        if (moved !== null) moves.push({ linkId: id, articleLink, before, after, money: { ...NO_MONEY, ...moved } });
      }
    }
  }
  await assertNotAllInCooldown({ ...deps, store }, order, scopes);
  const reasons = [...refused].map(([message, count]) => ({ message, count }));
  reasons.sort((one, other) => other.count - one.count || (one.message < other.message ? -1 : 1));
  const allowed = total - reasons.reduce((sum, { count }) => sum + count, 0);
  const count = { total, allowed, refused: reasons };
  if (order.action === 'remarks') return { ...count, remarks: { left, first: moves } };
  return { ...count, ...(order.action === 'terms' && { deviations: previewOf(deviating) }) };
}

async function whyNot(
  deps: CountDeps,
  principal: Principal,
  linkId: string,
  doc: LinkDoc | null,
  order: LinkOperation,
): Promise<string | null> {
  const state = doc === null ? initialState : stateOf(doc);
  try {
    const command = await toLinkCommand(deps, principal, linkId, state, order);
    if (command !== null) link.decide(state, command);
    return null;
  } catch (error) {
    const reason = rejectionReason(error);
    if (reason === null) throw error;
    return reason;
  }
}

/** The links that would be duplicates in the scope they move to. */
async function duplicatesAmong(
  reads: ReadStore,
  principal: Principal,
  slice: readonly SelectedLink[],
  order: LinkOperation,
): Promise<ReadonlySet<string>> {
  const edit = toEdit(order, principal.userId);
  if (edit?.to === undefined || edit.allowDuplicate) return new Set();
  const { to } = edit;
  const coming = slice.flatMap(({ doc }) => (doc === null || doc.scope === to || doc.pairKey === null ? [] : [doc]));
  const pairs = [...new Set(coming.flatMap(({ pairKey }) => pairKey ?? []))];
  const existingPairs = new Set((await findDuplicates(reads, to, pairs)).map(({ pairKey }) => pairKey));
  return new Set(coming.filter(({ pairKey }) => existingPairs.has(pairKey)).map(({ id }) => id));
}

function stateOf(doc: LinkDoc): LinkState {
  const { place, scope, articleLink, clientLink, duration, givenLiveDate, assignedTo, pocEmail, remarks } = doc;
  const { campaignId, promotionType, websiteUrl, timelineDate, tags } = doc;
  const promotion = { campaignId, promotionType, websiteUrl, timelineDate };
  const ownFields = { articleLink, clientLink, duration, liveDate: givenLiveDate, assignedTo, pocEmail, remarks };
  return { status: place, scope, fields: { ...ownFields, ...promotion, tags } };
}
