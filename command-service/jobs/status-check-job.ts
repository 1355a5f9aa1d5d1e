/** A status check as a link job: checks the links of a scope, or those of one of its clients. */
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata, EventStore, Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import { domainsOfClients } from '../../projections/views/links/client-book.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { scheduleOfScope, startCooldown } from '../billing/entitlements.ts';
import type { CheckReplies } from '../checks/check-replies.ts';
import { requestCheck } from '../checks/request-check.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { LinkStatus } from '../contract/observation.ts';
import type { Scope } from '../contract/scope.ts';
import { isStillAllowed } from '../core/authorize.ts';
import { handleLoaded, type Loaded, load } from '../core/handle.ts';
import { scanLinks } from '../links/scan-links.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { check, streamOf as checkStreamOf } from '../model/check/decider.ts';
import type { CheckSchedule } from '../model/check/events.ts';
import { link, streamOf as linkStreamOf } from '../model/link/decider.ts';
import { type StatusCheckState, statusCheck, streamOf } from '../model/status-check/decider.ts';
import type { RunCounts } from '../model/status-check/events.ts';
import type { LinkJob, LinkTask } from './link-job.ts';

/** How long a schedule, and the permission of the person, are cached. */
const CACHED_MS = 1_000;
/** How long one wait for a reply lasts before the link's checks are read again. */
const WAIT_MS = 30_000;

/** How long a job waits for views that are behind before it repeats a check that they may lack. */
const CATCH_UP_MS = 60_000;

export interface StatusCheckJobDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
  readonly checkReplies: Pick<CheckReplies, 'watch'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Links in progress at once. Default 500. */
  readonly window?: number;
  /**
   * A link without a reply in this time counts as pending, provided that other links have had replies since: a host
   * that limits us may delay its checks for an hour. Default 10 minutes.
   */
  readonly linkMs?: number;
  /** The job is aborted after this long without any reply; no host makes us wait longer. Default 75 minutes. */
  readonly silentMs?: number;
}

/** The status of a link and its share of a visit; null if it left the scope before its turn. */
type LinkResult = { readonly status: LinkStatus; readonly visits: number } | null;

/** The result of a link that was not visited. */
const UNVISITED: LinkResult = { status: 'pending', visits: 0 };

type StartedRun = Extract<StatusCheckState, { readonly scope: Scope }>;

/** A running status check in the log. */
interface StatusCheckRun {
  readonly runId: string;
  readonly loaded: Loaded<StatusCheckState> & { readonly state: StartedRun };
  readonly startedAt: string;
  readonly startedBy: string;
}

/** Loads a running status check at its recorded progress; null when it has ended. */
export async function openStatusCheckJob(deps: StatusCheckJobDeps, runId: string): Promise<LinkJob<LinkResult> | null> {
  const { state, ...rest } = await load(deps.store, statusCheck, streamOf(runId));
  if (state.status !== 'running') return null;
  const { events } = await deps.store.read(streamOf(runId));
  const started = events[0]?.metadata;
  if (started === undefined) throw new Error(`run ${runId} has a state but no events`);
  const loaded = { ...rest, state };
  return new StatusCheckJob(deps, { runId, loaded, startedAt: started.at, startedBy: started.actor });
}

class StatusCheckJob implements LinkJob<LinkResult> {
  readonly perTurn = 25;
  readonly atOnce: number;
  readonly #deps: StatusCheckJobDeps;
  readonly #run: StatusCheckRun;
  readonly #linkMs: number;
  readonly #silentMs: number;
  readonly #brokenOff = new AbortController();
  #loaded: Loaded<StatusCheckState>;
  /** All links up to this id are settled. */
  #cursor: string;
  #settled: RunCounts;
  #counts: RunCounts;
  /** The time of the last reply to any link; at first, of the job's start. */
  #lastReplyAt = performance.now();
  #schedule: { readonly value: Promise<CheckSchedule>; readonly at: number } | null = null;
  #permission: { readonly value: Promise<boolean>; readonly at: number } | null = null;

  constructor(deps: StatusCheckJobDeps, run: StatusCheckRun) {
    const { window = 500, linkMs = 10 * 60_000, silentMs = 75 * 60_000 } = deps;
    const { cursor, settled } = run.loaded.state;
    this.atOnce = window;
    this.#deps = deps;
    this.#run = run;
    this.#linkMs = linkMs;
    this.#silentMs = silentMs;
    this.#loaded = run.loaded;
    this.#cursor = cursor;
    this.#settled = settled;
    this.#counts = settled;
  }

  /** Aborts when no reply came for too long, or when the person who started the job may no longer do so. */
  get ended(): AbortSignal {
    return this.#brokenOff.signal;
  }

  async *tasks(signal: AbortSignal): AsyncGenerator<LinkTask<LinkResult>> {
    const { reads, feed } = this.#deps;
    const caughtUp = AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]);
    await waitForViews(reads, [links, checks], await feed.head(), caughtUp);
    const { clientDomain } = this.#run.loaded.state;
    const where = {
      scope: this.#scope,
      ...(clientDomain !== null && { clientDomain: await domainsOfClients(reads, [this.#scope], [clientDomain]) }),
    };
    for await (const page of scanLinks(reads, { where }, this.#cursor)) {
      const docs = await reads.getMany(
        checks,
        page.map(({ id }) => id),
      );
      const checkDocs = new Map(docs.map((doc) => [doc.id, doc]));
      for (const doc of page) {
        if (!wasActiveAt(doc, this.#run.startedAt)) continue;
        yield { linkId: doc.id, run: (signal) => this.#resultOf(doc, checkDocs.get(doc.id), signal) };
      }
    }
  }

  async #resultOf(doc: LinkDoc, checkDoc: CheckDoc | undefined, signal: AbortSignal): Promise<LinkResult | undefined> {
    if (doc.place !== 'active') return null;
    if (!(await this.#isAllowed())) {
      this.#brokenOff.abort();
      return undefined;
    }
    return (checkDoc === undefined ? null : this.#knownResult(checkDoc)) ?? this.#check(doc.id, signal);
  }

  /** The result of a link that needs no check: it was checked since the job started, or there is nothing to check. */
  #knownResult({ state, requested, nextReason, nextDueAt }: CheckDoc): LinkResult {
    if (state === 'wanted' && (nextDueAt === null || nextDueAt > this.#deps.now().toISOString())) return UNVISITED;
    const outcome = state === 'done' && nextReason !== 'confirm' ? requested?.outcome : null;
    return outcome != null && outcome.at >= this.#run.startedAt ? { status: outcome.status, visits: 1 } : null;
  }

  /** Requests a check, or joins the open one, and waits for the reply. */
  async #check(linkId: string, signal: AbortSignal): Promise<LinkResult | undefined> {
    const { store, checkReplies } = this.#deps;
    const startedAt = performance.now();
    using watch = checkReplies.watch(linkId);
    let checkId: string | null = null;
    while (!signal.aborted) {
      if (checkId === null) {
        const { state } = await load(store, link, linkStreamOf(linkId));
        if (state.status !== 'active' || state.scope !== this.#scope) return null;
        const { articleLink, clientLink } = state.fields;
        const schedule = await this.#currentSchedule();
        const request = { linkId, checkId: uuidv7(), reason: 'batch', articleLink, clientLink, schedule } as const;
        ({ checkId } = await requestCheck(store, request, this.#metadata()));
      }
      const reply = await watch.outcome(checkId, Math.min(this.#linkMs, this.#silentMs, WAIT_MS));
      const now = performance.now();
      if (reply !== null) {
        this.#lastReplyAt = now;
        return { status: reply.verdict.status, visits: 1 / (reply.observation.links ?? 1) };
      }
      if (now - startedAt >= this.#linkMs && this.#lastReplyAt > startedAt) return UNVISITED;
      if (now - this.#lastReplyAt >= this.#silentMs) this.#brokenOff.abort();
      // An edit of the addresses may have superseded the check.
      const { open, reported } = (await load(store, check, checkStreamOf(linkId))).state;
      if (open?.checkId !== checkId && !reported.includes(checkId)) checkId = null;
    }
    return undefined;
  }

  #isAllowed(): Promise<boolean> {
    const at = performance.now();
    if (this.#permission === null || at - this.#permission.at > CACHED_MS) {
      const { startedBy, loaded } = this.#run;
      const principal = { ...personPrincipal(startedBy), tokenId: loaded.state.tokenId };
      const value = isStillAllowed(this.#deps, 'RunStatusCheck', this.#scope, principal);
      this.#permission = { value, at };
    }
    return this.#permission.value;
  }

  #currentSchedule(): Promise<CheckSchedule> {
    const at = performance.now();
    if (this.#schedule === null || at - this.#schedule.at > CACHED_MS) {
      this.#schedule = { value: scheduleOfScope(this.#deps.store, this.#scope), at };
    }
    return this.#schedule.value;
  }

  giveUp(linkId: string, error: unknown): LinkResult {
    const { runId } = this.#run;
    this.#deps.logger.error({ err: error, runId, linkId }, 'a status check could not check a link');
    return UNVISITED;
  }

  count(result: LinkResult): void {
    this.#counts = plus(this.#counts, result);
  }

  settle(linkId: string, result: LinkResult): void {
    this.#cursor = linkId;
    this.#settled = plus(this.#settled, result);
  }

  async saveProgress(): Promise<void> {
    const { runId } = this.#run;
    const progress = { cursor: this.#cursor, settled: this.#settled, counts: this.#countsUpToTotal() };
    const command = { type: 'ProgressStatusCheck', runId, ...progress } as const;
    this.#loaded = await handleLoaded(this.#loaded, this.#deps.store, statusCheck, command, this.#metadata());
  }

  /** The cooldown starts before the run ends, so that no other run can start in between. */
  async finish(): Promise<void> {
    const { store } = this.#deps;
    const { runId, loaded } = this.#run;
    const outcome = this.#brokenOff.signal.aborted ? 'broken-off' : 'whole';
    if (outcome === 'whole') await startCooldown(store, { scope: this.#scope, runId }, this.#metadata());
    const counts = this.#countsUpToTotal();
    // Links that left the scope meanwhile count as done, too.
    const all = outcome === 'whole' ? { ...counts, done: loaded.state.total } : counts;
    const command = { type: 'FinishStatusCheck', runId, outcome, counts: all } as const;
    await handleLoaded(this.#loaded, store, statusCheck, command, this.#metadata());
  }

  get #scope(): Scope {
    return this.#run.loaded.state.scope;
  }

  /** Links that joined the scope meanwhile do not raise `done` above the total. */
  #countsUpToTotal(): RunCounts {
    return { ...this.#counts, done: Math.min(this.#counts.done, this.#run.loaded.state.total) };
  }

  #metadata(): EventMetadata {
    const { runId, startedBy: actor } = this.#run;
    return { actor, correlationId: runId, causationId: runId, at: this.#deps.now().toISOString() };
  }
}

function plus(counts: RunCounts, result: LinkResult): RunCounts {
  const done = counts.done + 1;
  if (result === null) return { ...counts, done };
  const { status } = result;
  const { checks, visits } = counts.visited ?? { checks: 0, visits: 0 };
  const visited = {
    checks: result.visits === 0 ? checks : checks + 1,
    visits: visits + result.visits,
  };
  return { ...counts, done, [status]: counts[status] + 1, visited };
}

/** Whether the link was active when the run started, according to the view. */
function wasActiveAt({ addedAt, place, trashedAt }: LinkDoc, startedAt: string): boolean {
  if (addedAt > startedAt) return false;
  return place === 'active' || (trashedAt !== null && trashedAt > startedAt);
}
