/** Starts a status check: a run over the links of a scope, or over those of one of its clients. */
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata, EventStore, Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { domainsOfClients } from '../../projections/views/links/client-book.ts';
import { clientCountIds, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import { assertNoCooldown } from '../billing/entitlements.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import { runIdOf, statusCheck, streamOf } from '../model/status-check/decider.ts';

interface StartStatusCheckDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** What a status check covers. */
interface Covered {
  readonly scope: Scope;
  /** null: all links of the scope. */
  readonly clientDomain: string | null;
}

/** A running status check of a scope. */
interface BegunRun {
  readonly scope: Scope;
  readonly runId: string;
  readonly total: number;
  /** False if the run had started before. */
  readonly isNew: boolean;
  readonly position: number;
}

/**
 * Starts a run, or joins the running one if it covers the same links: a scope has at most one run at a time.
 * @throws DomainError `cooldown` during the scope's cooldown, `other-run` while other links of the scope are checked,
 * `no-links` without links; what `authorize` throws.
 */
export async function startStatusCheck(
  deps: StartStatusCheckDeps,
  { scope, clientDomain }: Covered,
  principal: Principal,
  metadata: EventMetadata,
): Promise<BegunRun> {
  const { store, reads, now } = deps;
  await waitForHead(deps, [links, statusChecks]);
  // Later runs may be missing in a view that is behind: they are found one by one.
  const exactly = Number.POSITIVE_INFINITY;
  const { total: runCount } = await reads.find(statusChecks, { where: { scope }, limit: 0, countUpTo: exactly });
  for (let number = Math.max(0, runCount - 1); ; ) {
    const runId = runIdOf(scope, number);
    const { state, position } = await load(store, statusCheck, streamOf(runId));
    if (state.status === 'running') {
      // A run over all links of the scope includes the client's.
      if (state.clientDomain !== null && state.clientDomain !== clientDomain) throw otherRun(state.clientDomain);
      return { scope, runId, total: state.total, isNew: false, position };
    }
    if (state.status === 'finished') {
      number++;
      continue;
    }
    await assertNoCooldown(store, scope, now());
    const counters =
      clientDomain === null ? [scope] : clientCountIds([scope], await domainsOfClients(reads, [scope], [clientDomain]));
    const wanted = clientDomain === null ? 'scope' : 'client';
    // A text that is not a domain could name a counter of another kind.
    const counts = (await reads.getMany(linkCounts, counters)).filter(({ kind }) => kind === wanted);
    const total = counts.reduce((sum, count) => sum + count.total, 0);
    if (total === 0) throw new DomainError('conflict', 'no-links', 'No Links to Check');
    const { tokenId } = principal;
    const start = { type: 'StartStatusCheck', runId, scope, total, clientDomain, tokenId } as const;
    const begun = await handle(store, statusCheck, start, metadata, async () =>
      authorize('RunStatusCheck', await roleIn(store, scope, principal)),
    );
    if (begun.changed) return { scope, runId, total, isNew: true, position: begun.position };
  }
}

/**
 * Starts a run in each scope that has such links, no cooldown and no other run.
 * @throws DomainError `cooldown`, `other-run` or `no-links` if no run could start.
 */
export async function startStatusChecks(
  deps: StartStatusCheckDeps,
  scopes: readonly Scope[],
  clientDomain: string | null,
  principal: Principal,
  metadata: EventMetadata,
): Promise<readonly [BegunRun, ...BegunRun[]]> {
  const begun: BegunRun[] = [];
  let refusal: DomainError | null = null;
  for (const scope of scopes) {
    try {
      begun.push(await startStatusCheck(deps, { scope, clientDomain }, principal, metadata));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // A cooldown or another run is better news than a list without links.
      if (refusal === null || refusal.code === 'no-links') refusal = error;
    }
  }
  const [first, ...others] = begun;
  if (first === undefined) throw refusal ?? new DomainError('conflict', 'no-links', 'No Links to Check');
  return [first, ...others];
}

function otherRun(clientDomain: string): DomainError {
  const message = `Links of ${clientDomain} are being checked. Start again when this check has ended.`;
  return new DomainError('conflict', 'other-run', message);
}
