/** One batch, carried out or taken back from where the log has it to its end. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { ConflictError } from '../../infra/ports/errors.ts';
import type { EventMetadata } from '../../infra/ports/event-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { linkHistory } from '../../projections/views/links/link-history.ts';
import { links } from '../../projections/views/links/links.ts';
import { ownerOf } from '../billing/entitlements.ts';
import { type BulkState, bulk } from '../deciders/bulk.ts';
import { subscription } from '../deciders/subscription.ts';
import type { BulkFailure } from '../events/bulk.ts';
import { handle, handleLoaded, type Loaded } from '../handle.ts';
import { seen } from '../links/scan-links.ts';
import { COOLDOWN_DAYS } from '../plans.ts';
import { type Principal, personPrincipal } from '../principal.ts';
import { type ApplyDeps, applyToLink, bulkCausationId, undoCausationId } from './apply-operation.ts';
import { cachingEventStore } from './caching-event-store.ts';
import { reasonOf } from './operation.ts';
import { undoOnLink } from './undo-operation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Links under way at once: their events share commits. Those of a recheck wait for their visits. */
const AT_ONCE = 25;
const CHECKS_AT_ONCE = 500;
/** Links begun in one turn of the event loop. */
const TURN = 5;
/** Links after which a batch waits for the views: a crowd of events would make them hold up everybody else. */
const SLICE = 200;
const PACED_BY = [links, linkHistory];
const PATIENCE_MS = 2_000;
/** How long what was looked up is taken to be the newest. */
const REMEMBERED_MS = 1_000;
/** How often a link is tried whose history cannot be read or written. */
const ATTEMPTS = 3;

export interface BulkJobDeps extends Omit<ApplyDeps, 'checkMs'> {
  readonly reads: ReadStore;
  readonly logger: Logger;
  /** How long a check is waited for; it goes on by itself afterwards. Default 1 minute. */
  readonly checkMs?: number;
  /** Progress is recorded at most so often, and more seldom the longer it takes. Default 1 second. */
  readonly everyMs?: number;
  /** Before a link is tried again whose history could not be read or written. Default 1 second. */
  readonly retryMs?: number;
}

type Known = Extract<BulkState, { readonly progress: object }>;

export interface KnownBatch {
  readonly batchId: string;
  readonly loaded: Loaded<BulkState> & { readonly state: Known };
}

/** Carries the batch on to its end, or until aborted. @throws whatever a store throws; it can then be taken up again. */
export function runBatch(deps: BulkJobDeps, batch: KnownBatch, signal: AbortSignal): Promise<void> {
  return new BulkJob(deps, batch, signal).run();
}

/** The principal that ordered the batch: an API token for one team limits the whole job to that team. */
function principalOf({ userId, within }: Known): Principal {
  if (within === null) return personPrincipal(userId);
  return { userId, access: 'write', teamId: within.slice('team:'.length) };
}

class BulkJob {
  readonly #deps: BulkJobDeps;
  readonly #batch: KnownBatch;
  readonly #signal: AbortSignal;
  readonly #undoes: boolean;
  readonly #linkIds: readonly string[];
  readonly #began = performance.now();
  /** Ends the work: aborted from outside or by a failure. */
  readonly #end = new AbortController();
  /** What links beyond the first undone one came to: null, or why it could not be done. */
  readonly #ahead = new Map<number, string | null>();
  #loaded: Loaded<BulkState>;
  #next: number;
  #done: number;
  #untold: BulkFailure[] = [];
  #toldAt: number;
  #telling: Promise<void> | null = null;
  #gate: Promise<unknown> = Promise.resolve();
  #position = 0;
  #failure: { readonly error: unknown } | null = null;
  #lookedUp: { readonly deps: ApplyDeps; readonly at: number } | null = null;

  constructor(deps: BulkJobDeps, batch: KnownBatch, signal: AbortSignal) {
    const { state } = batch.loaded;
    this.#deps = deps;
    this.#batch = batch;
    this.#signal = signal;
    this.#undoes = state.phase === 'undoing';
    this.#linkIds = state.slices.flat();
    this.#loaded = batch.loaded;
    this.#next = state.progress.done;
    this.#done = state.progress.done;
    this.#toldAt = this.#began;
  }

  async run(): Promise<void> {
    const stop = () => this.#end.abort();
    this.#signal.addEventListener('abort', stop, { once: true });
    if (this.#signal.aborted) stop();
    const isRecheck = this.#batch.loaded.state.order.action === 'recheck' && !this.#undoes;
    try {
      const workers = Array.from({ length: isRecheck ? CHECKS_AT_ONCE : AT_ONCE }, () => this.#work());
      const failed = (await Promise.allSettled(workers)).find((each) => each.status === 'rejected');
      await this.#telling;
      await this.#tell();
      if (failed !== undefined) throw failed.reason;
      if (this.#signal.aborted) return;
      if (this.#failure !== null) throw this.#failure.error;
      await this.#finish();
    } finally {
      this.#signal.removeEventListener('abort', stop);
    }
  }

  /** Takes the next link, again and again. */
  async #work(): Promise<void> {
    try {
      while (this.#next < this.#linkIds.length && !this.#end.signal.aborted) {
        const index = this.#next++;
        if (index % TURN === 0) await nextTurn();
        if (index % SLICE === SLICE - 1) this.#gate = this.#keepPace();
        await this.#gate;
        const reason = await this.#one(this.#linkIds[index] ?? '');
        // Stopped half-way: it comes again.
        if (reason === undefined) return;
        this.#ahead.set(index, reason);
        this.#settle();
      }
    } catch (error) {
      this.#end.abort();
      throw error;
    }
  }

  #keepPace(): Promise<unknown> {
    const enough = AbortSignal.any([this.#end.signal, AbortSignal.timeout(PATIENCE_MS)]);
    return seen(this.#deps.reads, PACED_BY, this.#position, enough);
  }

  /** null when it was done; else why not. undefined: stopped before it was known. */
  async #one(linkId: string): Promise<string | null | undefined> {
    const { batchId, loaded } = this.#batch;
    const { order } = loaded.state;
    const doing = { batchId, principal: principalOf(loaded.state), order };
    for (let attempt = 1; ; attempt++) {
      try {
        const deps = this.#newestDeps();
        const position = await (this.#undoes ? undoOnLink(deps, doing, linkId) : applyToLink(deps, doing, linkId));
        this.#position = Math.max(this.#position, position);
        return null;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== null) return reason;
        if (this.#end.signal.aborted) return undefined;
        if (attempt < ATTEMPTS) {
          await pause(this.#deps.retryMs ?? 1_000, undefined, { signal: this.#end.signal }).catch(() => undefined);
          continue;
        }
        if (error instanceof ConflictError) return 'Others are changing this link at this moment. Please try again.';
        // One link whose history cannot be read must not keep the batch from its end.
        this.#deps.logger.error({ err: error, batchId, linkId }, 'a link of a batch could not be read or written');
        return 'This link could not be read or written. Please try again later.';
      }
    }
  }

  #newestDeps(): ApplyDeps {
    const at = performance.now();
    if (this.#lookedUp === null || at - this.#lookedUp.at > REMEMBERED_MS) {
      const { checkMs = 60_000, ...deps } = this.#deps;
      this.#lookedUp = { deps: { ...deps, checkMs, store: cachingEventStore(deps.store) }, at };
    }
    return this.#lookedUp.deps;
  }

  /** Moves on over all links in a row that are done, and sees to it that this is told. */
  #settle(): void {
    for (;;) {
      const reason = this.#ahead.get(this.#done);
      if (reason === undefined) break;
      this.#ahead.delete(this.#done);
      if (reason !== null) this.#untold.push({ linkId: this.#linkIds[this.#done] ?? '', message: reason });
      this.#done++;
    }
    const { everyMs = 1_000 } = this.#deps;
    const now = performance.now();
    // A batch of an hour is told of in hundreds of events, not in thousands.
    const every = Math.min(everyMs * 10, Math.max(everyMs, (now - this.#began) / 100));
    if (this.#telling !== null || now - this.#toldAt < every) return;
    this.#toldAt = now;
    this.#telling = this.#tell()
      .catch((error: unknown) => {
        this.#failure = { error };
        this.#end.abort();
      })
      .finally(() => {
        this.#telling = null;
      });
  }

  async #tell(): Promise<void> {
    const failures = this.#untold;
    this.#untold = [];
    const type = this.#undoes ? 'ProgressBulkUndo' : 'ProgressBulk';
    const progress = { type, batchId: this.#batch.batchId, done: this.#done, failures } as const;
    try {
      this.#loaded = await handleLoaded(this.#loaded, this.#deps.store, bulk, progress, this.#metadata());
    } catch (error) {
      this.#untold = [...failures, ...this.#untold];
      throw error;
    }
  }

  /** The date of the next status check is set before the batch ends, so that no other can begin in between. */
  async #finish(): Promise<void> {
    const { store, now } = this.#deps;
    const { batchId, loaded } = this.#batch;
    const { order } = loaded.state;
    const whole = order.action === 'recheck' && !this.#undoes ? order.whole : [];
    for (const scope of whole) {
      const userId = await ownerOf(store, scope);
      if (userId === null) continue;
      const nextCheckDate = new Date(now().getTime() + COOLDOWN_DAYS * DAY_MS).toISOString();
      const open = { type: 'OpenStatusCheckWindow', userId, nextCheckDate, runId: batchId } as const;
      await handle(store, subscription, open, this.#metadata());
    }
    const type = this.#undoes ? 'FinishBulkUndo' : 'FinishBulk';
    this.#loaded = await handleLoaded(this.#loaded, store, bulk, { type, batchId }, this.#metadata());
  }

  #metadata(): EventMetadata {
    const { batchId, loaded } = this.#batch;
    const { userId: actor } = loaded.state;
    const causationId = this.#undoes ? undoCausationId(batchId) : bulkCausationId(batchId);
    return { actor, correlationId: batchId, causationId, at: this.#deps.now().toISOString() };
  }
}
