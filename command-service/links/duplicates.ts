/**
 * One link a scope and pair of addresses. Links are streams of their own, so no stream can hold two of them apart: who
 * adds a link, or edits or moves one, holds the pair in the scope for that moment, and lets it go when the view that is
 * searched for duplicates shows what was done. So of any number at once each sees what the one before it did.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '../../infra/ports/event-store.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { dedupeKey } from '../../projections/rules/dedupe-key.ts';
import { links } from '../../projections/views/links/links.ts';
import { link, streamOf } from '../deciders/link.ts';
import { DomainError } from '../errors.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import type { Scope } from '../scope.ts';

const KIND = 'link-pair';
/** What a process that died held is free again after this. */
const HELD_MS = 15_000;
/** How long one waits for another that holds the pair, and then for the view; far longer than either takes. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 5;
/** More links with the same addresses were all allowed by somebody: the first few are asked after. */
const LOOKED_AT = 10;

export interface DuplicateDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'find' | 'reached'>;
  readonly claims: ExpiringStore;
  readonly now: () => Date;
}

/** The scope and addresses a link will have. */
interface LinkIdentity {
  readonly linkId: string;
  readonly scope: Scope;
  readonly articleLink: string;
  readonly clientLink: string;
}

/**
 * Carries out what makes a link be as wanted, unless another active link of the scope has the same addresses.
 * @throws DomainError `duplicate` with the other's `linkId`, `busy` when others with the same addresses take too long;
 * whatever `carryOut` throws.
 */
export async function withDedupeLease<Done extends { readonly position: number }>(
  deps: DuplicateDeps,
  wanted: LinkIdentity,
  carryOut: () => Promise<Done>,
): Promise<Done> {
  const pair = dedupeKey(wanted.articleLink, wanted.clientLink);
  if (pair === null) return carryOut();
  const { claims } = deps;
  const key = `${wanted.scope} ${pair}`;
  const held = await within(async () => {
    if (await claims.putIfAbsent(KIND, key, wanted.linkId, inMs(deps, HELD_MS))) return true;
    // The same request again, after the process died that was carrying it out.
    return (await claims.get<string>(KIND, key)) === wanted.linkId;
  });
  if (!held)
    throw new DomainError('conflict', 'busy', 'The same link is being added at this moment. Please try again.');
  let shown = true;
  try {
    await refuseDuplicate(deps, wanted, pair);
    const done = await carryOut();
    shown = await deps.reads.reached(links, done.position, AbortSignal.timeout(PATIENCE_MS));
    return done;
  } finally {
    // While the view does not show the link, whoever comes next would not find it: then the claim ends by itself.
    if (shown) await claims.remove(KIND, key);
  }
}

async function refuseDuplicate(deps: DuplicateDeps, { linkId, scope }: LinkIdentity, pair: string): Promise<void> {
  const where = { scope, pairKey: pair, place: 'active' };
  const { rows } = await deps.reads.find(links, { where, limit: LOOKED_AT });
  for (const { id } of rows) {
    if (id === linkId) continue;
    // The view may show a link that was put in the trash, changed or moved a moment ago.
    const { state } = await load(deps.store, link, streamOf(id));
    if (state.place !== 'active' || state.scope !== scope) continue;
    if (dedupeKey(state.fields.articleLink, state.fields.clientLink) !== pair) continue;
    const message =
      'There is a link from this article to this client address already. Open it, or add this one anyway.';
    throw new DomainError('conflict', 'duplicate', message, { linkId: id });
  }
}

/** Whether `isSo` before patience ends. */
async function within(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() >= end) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

function inMs({ now }: DuplicateDeps, ms: number): string {
  return new Date(now().getTime() + ms).toISOString();
}
