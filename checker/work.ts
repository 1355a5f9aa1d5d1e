/**
 * The checker's main loop: takes orders, checks several pages at a time and reports each result. A stop loses nothing:
 * an order without a report stays open and is announced again.
 *
 * Orders are taken only while fewer than `maxWaiting` wait, so that a backlog stays in the queue. Orders for hosts that
 * back off do not count, up to ten times as many, so that hosts which block do not delay others. Once half of the slow
 * lane is taken, half of the slots are reserved for hosts that answered quickly the last time: many silent hosts delay
 * each other, but no others.
 */
import { type CheckOrder, type CheckReport, MAX_ATTEMPTS } from '../command-service/contract/check-contract.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import { type Checker, type CheckResult, crashedCheck } from './check.ts';
import { Lanes } from './lanes.ts';
import { HostQueues, type PageOrders } from './politeness/host-queues.ts';
import { ReportSender } from './report-sender.ts';

/** An ended visit with a result for each of its orders. */
export interface EndedVisit {
  readonly orders: readonly CheckOrder[];
  /** By client link. */
  readonly results: ReadonlyMap<string, CheckResult>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
}

export interface WorkOptions {
  /** Batches of orders. May end. An order whose check is waiting or running is skipped. */
  readonly orders: AsyncIterable<readonly CheckOrder[]>;
  /** Whether another checker gets the order: then it is dropped before its visit, without a report. Default: never. */
  readonly isLost?: (order: CheckOrder) => boolean;
  readonly checker: Checker;
  /** Reports to the server. A rejected result is reported again, with growing pauses. */
  readonly report: (report: CheckReport) => Promise<void>;
  /** Concurrent visits, not counting the slow lane. */
  readonly concurrency: number;
  readonly logger: Logger;
  /** Called at the end of each visit. */
  readonly onVisit?: (visit: EndedVisit) => void;
  /** Default: empty queues with the pauses of the checker's rate limiter. */
  readonly queues?: HostQueues;
  /** How long running checks may continue after the abort. Default 5,000. */
  readonly graceMs?: number;
  /** A visit that takes this long is slow, however long other visits take. Default 1,500. */
  readonly slowMs?: number;
  /** The most orders that may wait. Default 10,000. */
  readonly maxWaiting?: number;
  /** The first pause before a report is retried; it doubles up to 30 seconds. Default 500. */
  readonly retryMs?: number;
}

/** Concurrent visits to one host. */
export const PER_HOST = 2;
/** The limit of all waiting orders, including those for hosts that back off, as a multiple of `maxWaiting`. */
const MAX_WAITING_FACTOR = 10;

/**
 * Works until the orders end, or until `signal` aborts: then it takes no more orders and cancels the running checks
 * after the grace period. Resolves when no check runs.
 * @throws the error of `orders`, after the running checks have ended.
 */
export async function work(options: WorkOptions, signal: AbortSignal): Promise<void> {
  await new Worker(options, signal).run();
}

/** One run of the main loop. */
class Worker {
  readonly #options: WorkOptions;
  readonly #signal: AbortSignal;
  readonly #queues: HostQueues;
  readonly #lanes: Lanes;
  readonly #reports: ReportSender;
  /** The checks that wait or run. */
  readonly #open = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #giveUp = new AbortController();
  readonly #room = new Bell();
  /** Fills the slots when the next host may be visited. */
  #nextFill: NodeJS.Timeout | undefined;

  constructor(options: WorkOptions, signal: AbortSignal) {
    const { checker, concurrency, report, logger, slowMs = 1_500, retryMs = 500 } = options;
    this.#options = options;
    this.#signal = signal;
    this.#queues = options.queues ?? new HostQueues(PER_HOST, checker.rateLimiter);
    this.#lanes = new Lanes(concurrency, slowMs);
    this.#reports = new ReportSender({ report, logger, retryMs, giveUp: this.#giveUp.signal });
  }

  async run(): Promise<void> {
    const signal = this.#signal;
    const { graceMs = 5_000 } = this.#options;
    const failures: unknown[] = [];
    await this.#pull().catch((error: unknown) => failures.push(error));
    while (this.#queues.size > 0 && !signal.aborted) await orAbort(this.#room.next(), signal);
    clearTimeout(this.#nextFill);

    const startGrace = () => setTimeout(() => this.#giveUp.abort(), graceMs).unref();
    if (signal.aborted) startGrace();
    else signal.addEventListener('abort', startGrace, { once: true });
    await Promise.all(this.#running);
    signal.removeEventListener('abort', startGrace);
    if (failures.length > 0) throw failures[0];
  }

  /** Takes orders while there is room for them. */
  async #pull(): Promise<void> {
    const source = this.#options.orders[Symbol.asyncIterator]();
    try {
      while (!this.#signal.aborted) {
        const batch = await orAbort(source.next(), this.#signal);
        if (batch === null || batch.done === true) break;
        for (const order of batch.value) {
          if (this.#open.has(order.checkId)) continue;
          this.#open.add(order.checkId);
          if ((order.attempts ?? 0) < MAX_ATTEMPTS) this.#queues.add(order);
          else this.#giveUpOn(order);
        }
        this.#fill();
        while (this.#isFull() && !this.#signal.aborted) await orAbort(this.#room.next(), this.#signal);
      }
    } finally {
      // Not awaited: a source that waits for its next batch may never answer.
      void source.return?.()?.catch(() => {});
    }
  }

  #isFull(): boolean {
    const { maxWaiting = 10_000 } = this.#options;
    const { size, sizeOfActiveHosts } = this.#queues;
    return size >= maxWaiting && (size >= maxWaiting * MAX_WAITING_FACTOR || sizeOfActiveHosts >= maxWaiting);
  }

  /** Starts every visit that may start now. */
  #fill(): void {
    const canStart = () => this.#lanes.hasFreeSlot && !this.#signal.aborted;
    while (canStart()) {
      const next = this.#queues.take(this.#lanes.isForFastHosts);
      if (next === null) break;
      const orders = this.#withoutLost(next.orders);
      if (orders.length === 0) {
        this.#queues.done(next.host);
        continue;
      }
      this.#track(this.#visit({ ...next, orders }), () => {
        this.#queues.done(next.host);
        this.#fill();
      });
    }
    clearTimeout(this.#nextFill);
    const wait = canStart() ? this.#queues.nextMs(this.#lanes.isForFastHosts) : null;
    if (wait !== null) this.#nextFill = setTimeout(() => this.#fill(), Math.ceil(wait));
    this.#room.ring();
  }

  /** Drops the orders that another checker gets, so that two checkers do not visit a host at the same time. */
  #withoutLost(orders: readonly CheckOrder[]): readonly CheckOrder[] {
    const { isLost = () => false } = this.#options;
    return orders.filter((order) => {
      if (!isLost(order)) return true;
      this.#open.delete(order.checkId);
      return false;
    });
  }

  /** Counts a task as running until it has ended. */
  #track(task: Promise<void>, onEnd: () => void): void {
    const tracked = task.finally(() => {
      this.#running.delete(tracked);
      onEnd();
    });
    this.#running.add(tracked);
  }

  async #visit({ host, articleLink, orders }: PageOrders): Promise<void> {
    const { checker, logger, onVisit } = this.#options;
    const { signal } = this.#giveUp;
    const started = performance.now();
    const startedAt = Date.now();
    const slot = this.#lanes.take(() => {
      this.#queues.noteSpeed(host, true);
      this.#fill();
    });
    // Not awaited: the rate limiter has set the start of the visit, which takes longer than the report.
    const noted = this.#reports.note('begun', orders);
    try {
      const links = orders.map(({ clientLink }) => clientLink);
      const look = orders.some((order) => order.look === true);
      const results = await checker.check(articleLink, links, signal, look);
      slot.visitEnded();
      await noted;
      if (results.size > 0) onVisit?.({ orders, results, startedAt, ms: performance.now() - started });
      this.#queues.noteSpeed(host, slot.isSlow);
      for (const order of orders) {
        const result = results.get(order.clientLink);
        if (result !== undefined && !signal.aborted) await this.#reports.result(order, result);
      }
    } catch (error) {
      logger.error({ err: error, articleLink }, 'a check failed; it stays open');
    } finally {
      if (signal.aborted) {
        await noted;
        await this.#reports.note('left', orders);
      }
      for (const { checkId } of orders) this.#open.delete(checkId);
      slot.release();
    }
  }

  /** Reports a check that has ended the checker too often, without another visit. */
  #giveUpOn(order: CheckOrder): void {
    const { articleLink } = order;
    this.#options.logger.error({ articleLink }, 'a page has ended the checker several times and is not visited again');
    this.#track(this.#reports.result(order, crashedCheck(order)), () => this.#open.delete(order.checkId));
  }
}

/** Wakes all waiters at once. */
class Bell {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  ring(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** The promise's value, or null once the signal fires. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
