/** Runs one job over many links: several links at once, with retries, progress in the log, and an end. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { pauseFor } from '../../infra/ports/process/rounds.ts';
import { InOrder } from './in-order.ts';

/** Attempts at a link whose history cannot be read or written. */
const ATTEMPTS = 3;
const SECOND_MS = 1_000;

/** The work on one link. */
export interface LinkTask<Result> {
  readonly linkId: string;
  /** Resolves with undefined if `signal` interrupts the work: the link comes again when the job resumes. */
  run(signal: AbortSignal): Promise<Result | undefined>;
}

/** A running job. It resumes from the progress in its stream. */
export interface LinkJob<Result> {
  /** How many links are in progress at once. */
  readonly atOnce: number;
  /** How many links start in one turn of the event loop. */
  readonly perTurn: number;
  /** Aborts if the job cannot go on; `finish` then records how far the job came. */
  readonly ended?: AbortSignal;
  /** The remaining work, in the order of the links. May wait between two links. */
  tasks(signal: AbortSignal): AsyncIterable<LinkTask<Result>>;
  /** The result of a link that failed three times. */
  giveUp(linkId: string, error: unknown): Result;
  /** Counts a result as soon as it arrives. */
  count?(result: Result): void;
  /** Counts a result once all links before it have results: the job resumes after it. */
  settle(linkId: string, result: Result): void;
  /** Records the progress so far. Repeating it changes nothing. */
  saveProgress(): Promise<void>;
  /** Records the end of the job. */
  finish(): Promise<void>;
}

export interface LinkJobTimes {
  /** Shortest time between two records of progress; longer the longer the job takes. Default 1 second. */
  readonly everyMs?: number;
  /** The pause before a link, or the whole job, is retried. Default 1 second. */
  readonly retryMs?: number;
}

/**
 * Runs the job to its end, or until aborted.
 * @throws a store's error while progress is recorded or links are listed; the job can then resume.
 */
export function runLinkJob<Result>(job: LinkJob<Result>, times: LinkJobTimes, signal: AbortSignal): Promise<void> {
  return new LinkJobRun(job, times, signal).run();
}

class LinkJobRun<Result> {
  readonly #job: LinkJob<Result>;
  readonly #everyMs: number;
  readonly #retryMs: number;
  readonly #signal: AbortSignal;
  readonly #results: InOrder<Result>;
  readonly #startedAt = performance.now();
  readonly #underWay = new Set<Promise<void>>();
  /** Aborts when the caller stops the job, when the job ends early, and on a failure. */
  readonly #end = new AbortController();
  #failure: { readonly error: unknown } | null = null;
  #wake = () => {};
  #saving: Promise<void> | null = null;
  #saveTimer: NodeJS.Timeout | null = null;
  #savedAt = this.#startedAt;
  #hasUnsaved = false;

  constructor(job: LinkJob<Result>, { everyMs = SECOND_MS, retryMs = SECOND_MS }: LinkJobTimes, signal: AbortSignal) {
    this.#job = job;
    this.#everyMs = everyMs;
    this.#retryMs = retryMs;
    this.#signal = signal;
    this.#results = new InOrder((linkId, result) => job.settle(linkId, result));
  }

  async run(): Promise<void> {
    const sources = [this.#signal, ...(this.#job.ended === undefined ? [] : [this.#job.ended])];
    for (const source of sources) {
      source.addEventListener('abort', this.#stop, { once: true });
      if (source.aborted) this.#stop();
    }
    try {
      await this.#startTasks();
      while (this.#underWay.size > 0 && !this.#end.signal.aborted) await this.#freed();
      this.#clearTimer();
      await this.#saving;
      if (this.#failure === null && !this.#signal.aborted) await this.#job.finish();
    } finally {
      for (const source of sources) source.removeEventListener('abort', this.#stop);
      this.#stop();
      await Promise.all(this.#underWay);
      this.#clearTimer();
      await this.#saving;
    }
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#signal.aborted) await this.#job.saveProgress();
  }

  async #startTasks(): Promise<void> {
    let started = 0;
    for await (const task of this.#job.tasks(this.#end.signal)) {
      while (this.#underWay.size >= this.#job.atOnce && !this.#end.signal.aborted) await this.#freed();
      if (this.#end.signal.aborted) return;
      this.#start(task);
      started++;
      if (started % this.#job.perTurn === 0) await nextTurn();
    }
  }

  readonly #stop = (): void => {
    this.#end.abort();
    this.#wake();
  };

  /** Waits until a link is done or the job stops. */
  #freed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #start(task: LinkTask<Result>): void {
    const settle = this.#results.take(task.linkId);
    const work = this.#resultOf(task)
      .then((result) => {
        if (result === undefined) return;
        this.#job.count?.(result);
        settle(result);
        this.#hasUnsaved = true;
        this.#saveSoon();
      })
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#underWay.delete(work);
        this.#wake();
      });
    this.#underWay.add(work);
  }

  async #resultOf(task: LinkTask<Result>): Promise<Result | undefined> {
    const { signal } = this.#end;
    for (let attempt = 1; ; attempt++) {
      try {
        return await task.run(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        // One broken link must not keep the job from its end.
        if (attempt === ATTEMPTS) return this.#job.giveUp(task.linkId, error);
        await pauseFor(this.#retryMs, signal);
      }
    }
  }

  #saveSoon(): void {
    if (this.#saveTimer !== null || this.#saving !== null || this.#end.signal.aborted) return;
    const now = performance.now();
    // A job of an hour records its progress in hundreds of events, not in thousands.
    const every = Math.min(this.#everyMs * 10, Math.max(this.#everyMs, (now - this.#startedAt) / 100));
    this.#saveTimer = setTimeout(() => this.#save(), Math.max(0, this.#savedAt + every - now));
  }

  #save(): void {
    this.#saveTimer = null;
    this.#savedAt = performance.now();
    this.#hasUnsaved = false;
    this.#saving = this.#job
      .saveProgress()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#saving = null;
        if (this.#hasUnsaved) this.#saveSoon();
      });
  }

  #clearTimer(): void {
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop();
  }
}
