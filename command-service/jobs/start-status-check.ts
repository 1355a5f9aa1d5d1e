/** Starts a status check: a run over all links of a scope. */
import type { EventMetadata, EventStore, Feed } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { assertNoCooldown, ownerOf, planOf } from '../billing/entitlements.ts';
import { runIdOf, statusCheck, streamOf } from '../deciders/status-check.ts';
import { DomainError } from '../errors.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import { type Scope, teamScope, userScope } from '../scope.ts';

interface BeginDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** A scope's run under way. */
interface BegunRun {
  readonly runId: string;
  readonly total: number;
  /** false: the run was under way already. */
  readonly isNew: boolean;
  readonly position: number;
}

/**
 * Starts a run over the scope's links, or joins the one under way: a scope has one at a time.
 * @throws DomainError `cooldown` during the owner's cooldown, `another-run` if another list of an owner on the free plan is
 * being checked, `no-links` if the scope has none.
 */
export async function startStatusCheck(deps: BeginDeps, scope: Scope, metadata: EventMetadata): Promise<BegunRun> {
  const { store, reads, now } = deps;
  await waitForHead(deps, [links, statusChecks, memberships]);
  // If the view is behind, there are more runs: they are found one by one.
  const exactly = Number.POSITIVE_INFINITY;
  const { total: known } = await reads.find(statusChecks, { where: { scope }, limit: 0, countUpTo: exactly });
  for (let number = Math.max(0, known - 1); ; ) {
    const runId = runIdOf(scope, number);
    const { state, position } = await load(store, statusCheck, streamOf(runId));
    if (state.phase === 'running') return { runId, total: state.total, isNew: false, position };
    if (state.phase === 'finished') {
      number++;
      continue;
    }
    await assertNoCooldown(store, scope, now());
    await refuseBesideAnother(deps, scope);
    const [count] = await reads.getMany(linkCounts, [scope]);
    if (count === undefined) throw new DomainError('conflict', 'no-links', 'No Links to Check');
    const { total } = count;
    const begun = await handle(store, statusCheck, { type: 'StartStatusCheck', runId, scope, total }, metadata);
    if (begun.changed) return { runId, total, isNew: true, position: begun.position };
  }
}

/** Allows one status check of an owner's lists at a time, because the free plan's cooldown starts when a check ends. */
async function refuseBesideAnother({ store, reads }: BeginDeps, scope: Scope): Promise<void> {
  const ownerId = await ownerOf(store, scope);
  if (ownerId === null || (await planOf(store, ownerId)) !== 'free') return;
  const { rows } = await reads.find(memberships, { where: { userId: ownerId } });
  const owned = rows.flatMap(({ role, teamId }): Scope[] => (role === 'owner' ? [teamScope(teamId)] : []));
  const others = [userScope(ownerId), ...owned].filter((other) => other !== scope);
  const where = { scope: others, state: 'running' };
  if ((await reads.find(statusChecks, { where, limit: 0 })).total === 0) return;
  throw new DomainError(
    'conflict',
    'another-run',
    'Another list of the same owner is being checked: on the free plan there is one status check at a time.',
  );
}
