/**
 * Prevents duplicates: two links with the same addresses in scopes the person sees. Each link has its own stream, so no
 * append can prevent them. A change claims its address pair in the scope until the view shows the change: concurrent
 * requests take turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { dedupeKey } from '../../projections/rules/dedupe-key.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamIdOf } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { load } from '../core/handle.ts';
import { link, streamOf } from '../model/link/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { visibleScopes } from './visible-scopes.ts';

const KIND = 'link-pair';
/** The claim of a killed process expires after this time. */
const HELD_MS = 15_000;
/** How long to wait for the claim: twice as long as a killed process holds it. */
const CLAIM_PATIENCE_MS = 2 * HELD_MS;
/** How long to wait for the view; far longer than it needs. */
const VIEW_PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 5;
/** Duplicates of the same addresses need permission, so they are few: this many suffice to name one. */
const LOOKED_AT = 10;

export interface DuplicateDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'find' | 'reached'>;
  readonly claims: ExpiringStore;
  readonly now: () => Date;
}

/** Another link with the same addresses, and its scope. */
interface Other {
  readonly id: string;
  readonly scope: Scope;
}

/** The scope and addresses a link will have. */
interface PlannedLink {
  readonly linkId: string;
  readonly scope: Scope;
  readonly articleLink: string;
  readonly clientLink: string;
  /** Other scopes that the person sees, to search too. Concurrent requests take turns only in the link's own scope. */
  readonly alsoIn?: readonly Scope[];
}

/**
 * Adds or changes a link, unless another active link of these scopes has the same addresses.
 * @throws DomainError `duplicate` with the other's `linkId`, `busy` if requests with the same addresses take too long; what
 * `carryOut` throws.
 */
export async function withDedupeLease<Done extends { readonly position: number }>(
  deps: DuplicateDeps,
  wanted: PlannedLink,
  carryOut: () => Promise<Done>,
): Promise<Done> {
  const pair = dedupeKey(wanted.articleLink, wanted.clientLink);
  if (pair === null) return carryOut();
  const { claims } = deps;
  const key = `${wanted.scope} ${pair}`;
  const held = await pollUntil(async () => {
    if (await claims.putIfAbsent(KIND, key, wanted.linkId, inMs(deps, HELD_MS))) return true;
    const holder = await claims.get<string>(KIND, key);
    // A repetition of this request, whose process died before.
    if (holder === null || holder === wanted.linkId) return holder !== null;
    // The log has the other link before the view shows it.
    const scope = await placeWith(deps.store, holder, [wanted.scope], pair);
    if (scope !== null) throw await duplicateOf(deps, wanted.scope, { id: holder, scope });
    return false;
  });
  if (!held)
    throw new DomainError('conflict', 'busy', 'The same link is being added at this moment. Please try again.');
  let shown = true;
  try {
    await refuseDuplicate(deps, wanted, pair);
    const done = await carryOut();
    shown = await deps.reads.reached(links, done.position, AbortSignal.timeout(VIEW_PATIENCE_MS));
    return done;
  } finally {
    // While the view does not show the link, the next request would miss it: the claim expires by itself, also if it
    // cannot be removed, as on a full disk. The change stays.
    if (shown) await claims.remove(KIND, key).catch(() => undefined);
  }
}

async function refuseDuplicate(deps: DuplicateDeps, wanted: PlannedLink, pair: string): Promise<void> {
  const { linkId, scope, alsoIn = [] } = wanted;
  const other = await findOther(deps, [...new Set([scope, ...alsoIn])], pair, linkId);
  if (other !== null) throw await duplicateOf(deps, scope, other);
}

async function duplicateOf(deps: DuplicateDeps, scope: Scope, other: Other): Promise<DomainError> {
  const message =
    other.scope === scope
      ? 'You already track this link.'
      : `You already track this link ${await placeOf(deps, other.scope)}.`;
  return new DomainError('conflict', 'duplicate', message, { linkId: other.id });
}

/** Another active link of the scopes with these addresses. The view may be behind the log, which decides. */
async function findOther(
  { reads, store }: Pick<DuplicateDeps, 'reads' | 'store'>,
  scopes: readonly Scope[],
  pair: string,
  linkId: string,
): Promise<Other | null> {
  const { rows } = await reads.find(links, {
    where: { scope: scopes, pairKey: pair, place: 'active' },
    limit: LOOKED_AT,
  });
  for (const { id } of rows) {
    const scope = id === linkId ? null : await placeWith(store, id, scopes, pair);
    if (scope !== null) return { id, scope };
  }
  return null;
}

/** The scope of a link that, according to the log, is active in one of these scopes with these addresses; else null. */
async function placeWith(
  store: DuplicateDeps['store'],
  linkId: string,
  scopes: readonly Scope[],
  pair: string,
): Promise<Scope | null> {
  const { state } = await load(store, link, streamOf(linkId));
  if (state.status !== 'active' || !scopes.includes(state.scope)) return null;
  return dedupeKey(state.fields.articleLink, state.fields.clientLink) === pair ? state.scope : null;
}

/** 'in the team “Outreach”', 'among your personal links'. */
async function placeOf({ store }: DuplicateDeps, scope: Scope): Promise<string> {
  const teamId = teamIdOf(scope);
  if (teamId === null) return 'among your personal links';
  const { state } = await load(store, team, teamStreamOf(teamId));
  return state.status === 'active' ? `in the team “${state.name}”` : 'in another team';
}

/** Polls until the condition holds; resolves with false after CLAIM_PATIENCE_MS. */
async function pollUntil(condition: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + CLAIM_PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() >= end) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

function inMs({ now }: DuplicateDeps, ms: number): string {
  return new Date(now().getTime() + ms).toISOString();
}

/** The active links of the scope with one of these address pairs (`pairKey`), according to the view. */
export async function findDuplicates(
  reads: Pick<ReadStore, 'find'>,
  scope: Scope,
  pairs: readonly string[],
): Promise<readonly LinkDoc[]> {
  if (pairs.length === 0) return [];
  // A search by pair alone is faster: with `place` the store would have to choose between two indexes.
  const { rows } = await reads.find(links, { where: { scope, pairKey: pairs } });
  return rows.filter(({ place }) => place === 'active');
}

/** The id of another active link with the link's addresses in a scope the principal sees; else null. */
export async function findDuplicateOf(
  deps: Pick<DuplicateDeps, 'store' | 'reads'>,
  principal: Principal,
  linkId: string,
): Promise<string | null> {
  const { state } = await load(deps.store, link, streamOf(linkId));
  const pair = state.status === 'active' ? dedupeKey(state.fields.articleLink, state.fields.clientLink) : null;
  if (pair === null) return null;
  return (await findOther(deps, await visibleScopes(deps.reads, principal), pair, linkId))?.id ?? null;
}
