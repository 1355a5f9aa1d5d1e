/** A bulk operation or its undo as a link job. */

import type { Logger } from '../../infra/ports/process/logger.ts';
import { type Principal, personPrincipal } from '../../infra/ports/process/principal.ts';
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { links } from '../../projections/views/links/links.ts';
import { startCooldown } from '../billing/entitlements.ts';
import { teamIdOf } from '../contract/scope.ts';
import { isStillAllowed, requireStanding } from '../core/authorize.ts';
import { cachingEventStore } from '../core/caching-event-store.ts';
import { handleLoaded, type Loaded, load } from '../core/handle.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { type BulkState, bulk, streamOf } from '../model/bulk/decider.ts';
import type { BulkFailure } from '../model/bulk/events.ts';
import { type ApplyDeps, applyToLink, bulkCausationId, undoCausationId } from './apply-operation.ts';
import type { LinkJob, LinkTask } from './link-job.ts';
import { rejectionReason } from './operation.ts';
import { undoOnLink } from './undo-operation.ts';

/** Links in progress at once: their events share commits, and rechecks wait for their visits. */
const AT_ONCE = 25;
const CHECKS_AT_ONCE = 500;
/** Links after which the job waits for the views: reads would be slow if the views were too far behind. */
const SLICE = 200;
const PACED_BY = [links, ledger];
const PATIENCE_MS = 2_000;
/** How long teams, campaigns, people and plans are cached. */
const CACHED_MS = 1_000;

export interface BulkJobDeps extends Omit<ApplyDeps, 'checkMs'> {
  readonly reads: ReadStore;
  readonly logger: Logger;
  /** How long a recheck waits for its visit; the check itself goes on after that. Default 1 minute. */
  readonly checkMs?: number;
}

type UnderWay = Extract<BulkState, { readonly progress: object }>;

/** Loads a running operation, or its undo, at its recorded progress; null when it has ended. */
export async function openBulkJob(deps: BulkJobDeps, batchId: string): Promise<LinkJob<string | null> | null> {
  const { state, ...rest } = await load(deps.store, bulk, streamOf(batchId));
  if (state.status !== 'running' && state.status !== 'undoing') return null;
  return new BulkJob(deps, batchId, { ...rest, state });
}

/** The principal that started this run: an API token for one team limits the whole job to that team. */
function principalOf({ userId, within, tokenId }: UnderWay): Principal {
  const teamId = within === null ? null : teamIdOf(within);
  if (teamId === null && tokenId === null) return personPrincipal(userId);
  return { userId, access: 'write', teamId, money: false, tokenId };
}

/** The result of a link is null, or the reason why it was left out. */
class BulkJob implements LinkJob<string | null> {
  readonly perTurn = 5;
  readonly atOnce: number;
  readonly #deps: BulkJobDeps;
  readonly #batchId: string;
  readonly #state: UnderWay;
  readonly #undoes: boolean;
  readonly #linkIds: readonly string[];
  #loaded: Loaded<BulkState>;
  #done: number;
  #unsavedFailures: BulkFailure[] = [];
  /** The position of the last event. */
  #position = 0;
  #cached: { readonly deps: ApplyDeps; readonly at: number } | null = null;

  constructor(deps: BulkJobDeps, batchId: string, loaded: Loaded<BulkState> & { readonly state: UnderWay }) {
    const { state } = loaded;
    this.#deps = deps;
    this.#batchId = batchId;
    this.#state = state;
    this.#undoes = state.status === 'undoing';
    this.#linkIds = state.slices.flat();
    this.#loaded = loaded;
    this.#done = state.progress.done;
    this.atOnce = state.order.action === 'recheck' && !this.#undoes ? CHECKS_AT_ONCE : AT_ONCE;
  }

  async *tasks(signal: AbortSignal): AsyncGenerator<LinkTask<string | null>> {
    for (const [index, linkId] of this.#linkIds.entries()) {
      if (index < this.#state.progress.done) continue;
      if (index % SLICE === SLICE - 1) await this.#keepPace(signal);
      yield { linkId, run: () => this.#runOn(linkId) };
    }
  }

  #keepPace(signal: AbortSignal): Promise<unknown> {
    return waitForViews(
      this.#deps.reads,
      PACED_BY,
      this.#position,
      AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    );
  }

  async #runOn(linkId: string): Promise<string | null> {
    const context = { batchId: this.#batchId, principal: principalOf(this.#state), order: this.#state.order };
    const deps = this.#cachingDeps();
    try {
      await requireStanding(deps, context.principal);
      const position = await (this.#undoes ? undoOnLink(deps, context, linkId) : applyToLink(deps, context, linkId));
      this.#position = Math.max(this.#position, position);
      return null;
    } catch (error) {
      const reason = rejectionReason(error);
      if (reason === null) throw error;
      return reason;
    }
  }

  giveUp(linkId: string, error: unknown): string {
    if (error instanceof ConflictError) return 'Others are changing this link at this moment. Please try again.';
    const batchId = this.#batchId;
    this.#deps.logger.error({ err: error, batchId, linkId }, 'a bulk operation could not read or write a link');
    return 'This link could not be read or written. Please try again later.';
  }

  #cachingDeps(): ApplyDeps {
    const at = performance.now();
    if (this.#cached === null || at - this.#cached.at > CACHED_MS) {
      const { checkMs = 60_000, ...deps } = this.#deps;
      this.#cached = { deps: { ...deps, checkMs, store: cachingEventStore(deps.store) }, at };
    }
    return this.#cached.deps;
  }

  settle(linkId: string, reason: string | null): void {
    if (reason !== null) this.#unsavedFailures.push({ linkId, message: reason });
    this.#done++;
  }

  async saveProgress(): Promise<void> {
    const failures = this.#unsavedFailures;
    this.#unsavedFailures = [];
    const type = this.#undoes ? 'ProgressBulkUndo' : 'ProgressBulk';
    const progress = { type, batchId: this.#batchId, done: this.#done, failures } as const;
    this.#loaded = await handleLoaded(this.#loaded, this.#deps.store, bulk, progress, this.#metadata());
  }

  /** The cooldown starts before the operation ends, so that no other check can start in between. */
  async finish(): Promise<void> {
    const { store } = this.#deps;
    await this.saveProgress();
    const { order } = this.#state;
    const whole = order.action === 'recheck' && !this.#undoes ? order.whole : [];
    for (const scope of whole) {
      // Without the role, the account or the token, the links were not checked.
      if (!(await isStillAllowed(this.#deps, 'RecheckLink', scope, principalOf(this.#state)))) continue;
      await startCooldown(store, { scope, runId: this.#batchId }, this.#metadata());
    }
    const type = this.#undoes ? 'FinishBulkUndo' : 'FinishBulk';
    await handleLoaded(this.#loaded, store, bulk, { type, batchId: this.#batchId }, this.#metadata());
  }

  #metadata(): EventMetadata {
    const causationId = this.#undoes ? undoCausationId(this.#batchId) : bulkCausationId(this.#batchId);
    const at = this.#deps.now().toISOString();
    return { actor: this.#state.userId, correlationId: this.#batchId, causationId, at };
  }
}
