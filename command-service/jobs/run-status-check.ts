/** One run over all links of a scope, made from where the log has it to its end. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import type { LinkDoc } from '../../projections/views/links/links.ts';
import { ownerOf, scheduleOfScope } from '../billing/entitlements.ts';
import { check, streamOf as checkStreamOf } from '../deciders/check.ts';
import { link, streamOf as linkStreamOf } from '../deciders/link.ts';
import { type StatusCheckState, statusCheck } from '../deciders/status-check.ts';
import { subscription } from '../deciders/subscription.ts';
import type { CheckSchedule } from '../events/check.ts';
import type { LinkStatus } from '../events/observation.ts';
import type { RunCounts } from '../events/status-check.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import type { CheckReplies } from '../links/check-replies.ts';
import { scanLinks } from '../links/scan-links.ts';
import { COOLDOWN_DAYS } from '../plans.ts';
import type { Scope } from '../scope.ts';
import { type LinkResult, Progress } from './progress.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Links begun in one turn of the event loop; their requests share a commit. */
const TURN = 25;
const RETRY_MS = 1_000;
/** How often a link is tried whose history cannot be read or written. */
const ATTEMPTS = 3;
/** How long a timetable is taken to be the newest. */
const TIMETABLE_MS = 1_000;

export interface RunDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly outcomes: CheckReplies;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Links of a run under way at once. Default 500. */
  readonly window?: number;
  /**
   * A link whose check did not come back in this time counts as one that cannot be verified, provided that other checks
   * of the run came back since it was asked for: those of a host that rests may take an hour. Default 10 minutes.
   */
  readonly linkMs?: number;
  /** A run is broken off when nothing came back for so long: longer than any host rests. Default 75 minutes. */
  readonly silentMs?: number;
  /** Progress is recorded at most so often, and more seldom the longer the run takes. Default 1 second. */
  readonly everyMs?: number;
}

export interface KnownRun {
  readonly runId: string;
  readonly state: Extract<StatusCheckState, { readonly scope: Scope }>;
  readonly startedAt: string;
  readonly startedBy: string;
}

/** Make it once, then dispose of it. */
export class StatusCheckJob implements AsyncDisposable {
  readonly #deps: RunDeps;
  readonly #run: KnownRun;
  readonly #signal: AbortSignal;
  readonly #tally: Progress;
  readonly #linkMs: number;
  readonly #began = performance.now();
  readonly #underWay = new Set<Promise<void>>();
  /** Ends everything that is under way: aborted by `signal`, by silence or by a failure. */
  readonly #end = new AbortController();
  readonly #silence: NodeJS.Timeout;
  #silent = false;
  /** When a check of the run came back last. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #wake = () => {};
  #failure: { readonly error: unknown } | null = null;
  #timetable: { readonly value: Promise<CheckSchedule>; readonly at: number } | null = null;
  #telling: Promise<void> | null = null;
  #tellAt: NodeJS.Timeout | null = null;
  #toldAt: number;

  constructor(deps: RunDeps, run: KnownRun, signal: AbortSignal) {
    const { linkMs = 10 * 60_000, silentMs = 75 * 60_000, everyMs = 1_000 } = deps;
    this.#deps = deps;
    this.#run = run;
    this.#signal = signal;
    this.#linkMs = linkMs;
    this.#tally = new Progress(run.state.cursor, run.state.settled);
    this.#toldAt = this.#began - everyMs;
    this.#silence = setTimeout(() => {
      this.#silent = true;
      this.#stop();
    }, silentMs);
    signal.addEventListener('abort', this.#stop, { once: true });
    if (signal.aborted) this.#stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    clearTimeout(this.#silence);
    this.#signal.removeEventListener('abort', this.#stop);
    await Promise.all(this.#underWay);
    if (this.#tellAt !== null) clearTimeout(this.#tellAt);
    await this.#telling;
  }

  /** @throws whatever a store throws; the run can then be taken up again. */
  async make(): Promise<void> {
    const { reads, window = 500 } = this.#deps;
    const { state, startedAt } = this.#run;
    let begun = 0;
    for await (const page of scanLinks(reads, state.scope, this.#tally.cursor)) {
      const known = await this.#checksOf(page);
      for (const doc of page) {
        if (!wasThere(doc, startedAt)) continue;
        while (this.#underWay.size >= window && !this.#end.signal.aborted) await this.#freed();
        if (this.#end.signal.aborted) break;
        this.#begin(doc, known.get(doc.id));
        begun++;
        if (begun % TURN === 0) await nextTurn();
      }
      if (this.#end.signal.aborted) break;
    }
    while (this.#underWay.size > 0 && !this.#end.signal.aborted) await this.#freed();
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#signal.aborted) return;
    await this.#finish(this.#silent ? 'broken-off' : 'whole');
  }

  readonly #stop = (): void => {
    this.#end.abort();
    this.#wake();
  };

  #freed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #checksOf(page: readonly LinkDoc[]): Promise<ReadonlyMap<string, CheckDoc>> {
    const ids = page.map(({ id }) => id);
    const docs = await this.#deps.reads.getMany(checks, ids);
    return new Map(docs.map((doc) => [doc.id, doc]));
  }

  #begin(doc: LinkDoc, known: CheckDoc | undefined): void {
    const done = this.#tally.take(doc.id);
    const one = this.#come(doc, known).then(
      (came) => {
        if (came === 'stopped') return;
        done(came);
        this.#progress();
      },
      (error: unknown) => this.#fail(error),
    );
    const counted = one.finally(() => {
      this.#underWay.delete(counted);
      this.#wake();
    });
    this.#underWay.add(counted);
  }

  /** What the link comes to, asking for a check of it where that is needed. */
  async #come(doc: LinkDoc, known: CheckDoc | undefined): Promise<LinkResult | 'stopped'> {
    if (doc.place !== 'active') return null;
    const already = known === undefined ? null : this.#alreadyCame(known);
    if (already !== null) return already;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#checked(doc.id);
      } catch (error) {
        if (this.#end.signal.aborted) return 'stopped';
        if (attempt < ATTEMPTS) {
          await pause(RETRY_MS, undefined, { signal: this.#end.signal }).catch(() => undefined);
          continue;
        }
        // One link whose history cannot be read must not keep the run from its end.
        const { runId } = this.#run;
        this.#deps.logger.error({ err: error, runId, linkId: doc.id }, 'a link of a status check could not be checked');
        return 'pending';
      }
    }
  }

  /** What is known of a link without visiting it: it was visited since the run began, or there is nothing to visit. */
  #alreadyCame({ state, requested, nextReason, nextDueAt }: CheckDoc): LinkStatus | null {
    if (state === 'wanted' && (nextDueAt === null || nextDueAt > this.#deps.now().toISOString())) return 'pending';
    const outcome = state === 'done' && nextReason !== 'confirm' ? requested?.outcome : null;
    return outcome != null && outcome.at >= this.#run.startedAt ? outcome.status : null;
  }

  /** Asks for a check, or joins the one under way, and waits for what it sees. */
  async #checked(linkId: string): Promise<LinkResult | 'stopped'> {
    const { store, outcomes } = this.#deps;
    const askedAt = performance.now();
    using watch = outcomes.watch(linkId);
    let checkId: string | null = null;
    while (!this.#end.signal.aborted) {
      if (checkId === null) {
        const { state } = await load(store, link, linkStreamOf(linkId));
        if (state.place !== 'active' || state.scope !== this.#run.state.scope) return null;
        checkId = await this.#request(linkId, state.fields);
      }
      const outcome = await watch.outcome(checkId, Math.min(this.#linkMs, 30_000));
      if (outcome !== null) {
        this.#heardAt = performance.now();
        this.#silence.refresh();
        return outcome.checked.verdict.status;
      }
      const waited = performance.now() - askedAt;
      if (waited >= this.#linkMs && this.#heardAt > askedAt) return 'pending';
      // Another check may have taken its place, of addresses that were edited meanwhile.
      const { open, reported } = (await load(store, check, checkStreamOf(linkId))).state;
      if (open?.checkId !== checkId && !reported.includes(checkId)) checkId = null;
    }
    return 'stopped';
  }

  async #request(linkId: string, { articleLink, clientLink }: { articleLink: string; clientLink: string }) {
    const checkId = uuidv7();
    const timetable = await this.#newestTimetable();
    const wanted = { linkId, checkId, reason: 'batch', articleLink, clientLink, timetable } as const;
    const { state } = await handle(this.#deps.store, check, { type: 'RequestCheck', ...wanted }, this.#metadata());
    return state.open?.checkId ?? checkId;
  }

  #newestTimetable(): Promise<CheckSchedule> {
    const at = performance.now();
    if (this.#timetable === null || at - this.#timetable.at > TIMETABLE_MS) {
      this.#timetable = { value: scheduleOfScope(this.#deps.store, this.#run.state.scope), at };
    }
    return this.#timetable.value;
  }

  /** Sees to it that what is done is recorded soon. */
  #progress(): void {
    if (this.#tellAt !== null || this.#telling !== null || this.#end.signal.aborted) return;
    const { everyMs = 1_000 } = this.#deps;
    const now = performance.now();
    // A run of an hour is told of in hundreds of events, not in thousands.
    const every = Math.min(everyMs * 10, Math.max(everyMs, (now - this.#began) / 100));
    this.#tellAt = setTimeout(
      () => {
        this.#tellAt = null;
        if (this.#end.signal.aborted) return;
        this.#toldAt = performance.now();
        const { counts, cursor, settled } = this.#tally;
        this.#telling = this.#tell(cursor, counts, settled)
          .catch((error: unknown) => this.#fail(error))
          .finally(() => {
            this.#telling = null;
            if (this.#tally.counts !== counts) this.#progress();
          });
      },
      Math.max(0, this.#toldAt + every - now),
    );
  }

  async #tell(cursor: string, counts: RunCounts, settled: RunCounts): Promise<void> {
    const { runId, state } = this.#run;
    const progress = { runId, cursor, counts: upTo(counts, state.total), settled };
    await handle(this.#deps.store, statusCheck, { type: 'ProgressStatusCheck', ...progress }, this.#metadata());
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }

  /** The date of the next run is set before the run ends, so that no other can begin in between. */
  async #finish(outcome: 'whole' | 'broken-off'): Promise<void> {
    const { store, now } = this.#deps;
    const { runId, state } = this.#run;
    await this.#telling;
    const metadata = this.#metadata();
    const ownerId = outcome === 'whole' ? await ownerOf(store, state.scope) : null;
    if (ownerId !== null) {
      const nextCheckDate = new Date(now().getTime() + COOLDOWN_DAYS * DAY_MS).toISOString();
      await handle(
        store,
        subscription,
        { type: 'OpenStatusCheckWindow', userId: ownerId, nextCheckDate, runId },
        metadata,
      );
    }
    const counts = upTo(this.#tally.counts, state.total);
    // Links that were taken away meanwhile are gone through as well.
    const all = outcome === 'whole' ? { ...counts, done: state.total } : counts;
    await handle(store, statusCheck, { type: 'FinishStatusCheck', runId, outcome, counts: all }, metadata);
  }

  #metadata(): EventMetadata {
    const { runId, startedBy: actor } = this.#run;
    return { actor, correlationId: runId, causationId: runId, at: this.#deps.now().toISOString() };
  }
}

/** Links that were brought here while the run went on do not make it more than whole. */
function upTo(counts: RunCounts, total: number): RunCounts {
  return { ...counts, done: Math.min(counts.done, total) };
}

/** Whether the link was active when the run began, as far as it can still be told. */
function wasThere({ addedAt, place, trashedAt }: LinkDoc, startedAt: string): boolean {
  if (addedAt > startedAt) return false;
  return place === 'active' || (trashedAt !== null && trashedAt > startedAt);
}
