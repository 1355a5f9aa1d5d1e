/** Takes reports, several at a time, but those with the same key one after another. */
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import { TooLargeError } from '../../ports/storage/errors.ts';
import type { Delivery } from './own-partitions.ts';

/** The most reports taken at the same time. */
const MAX_TAKING = 64;
/** Milliseconds before the first new attempt to take a report; doubled up to the last. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [500, 30_000];

interface ReportWorkDeps<Report> {
  readonly take: (report: Report) => Promise<void>;
  /** Moves a report that can never be taken to the topic `dead`; resolves with false if that failed. */
  readonly bury: (delivery: Delivery, error: unknown) => Promise<boolean>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export class ReportWork<Report> {
  readonly #deps: ReportWorkDeps<Report>;
  /** By key, the end of its last report. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #taking = 0;
  #isFailing = false;

  constructor(deps: ReportWorkDeps<Report>) {
    this.#deps = deps;
  }

  add(key: string, report: Report, delivery: Delivery): void {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#record(report, delivery));
    this.#last.set(key, mine);
    void mine.then(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }

  /** Resolves when no report is being taken. */
  async ended(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  /** Never rejects. On abort the report comes again later. */
  async #record(report: Report, delivery: Delivery): Promise<void> {
    const { bury, logger, signal } = this.#deps;
    for (let wait = FIRST_RETRY_MS; !signal.aborted && !delivery.isLost(); wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        await this.#take(report);
        if (this.#isFailing) logger.info({}, 'reports can be recorded again');
        this.#isFailing = false;
        delivery.done();
        return;
      } catch (error) {
        if (isFinal(error)) {
          if (await bury(delivery, error)) delivery.done();
          return;
        }
        if (!this.#isFailing) logger.warn({ err: error }, 'a report cannot be recorded now; trying again');
        this.#isFailing = true;
      }
      await pauseFor(wait, signal);
    }
  }

  async #take(report: Report): Promise<void> {
    if (this.#taking >= MAX_TAKING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taking += 1;
    try {
      await this.#deps.take(report);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taking -= 1;
      else next();
    }
  }
}

/** Whether the report itself is wrong, so that it would fail again. A failing store throws other errors. */
function isFinal(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof TooLargeError;
}
