/**
 * The checker's main loop: takes orders, checks several pages at a time and reports each result. A stop loses nothing:
 * an order without a report stays open and is announced again.
 *
 * Orders are taken only while fewer than `maxWaiting` wait, so that a backlog stays in the queue. Orders for hosts that
 * back off do not count, up to ten times as many, so that hosts which block do not delay others. A page that takes
 * three times as long as recent pages moves to the slow lane and gives up its slot, up to eight slow pages for each
 * slot. Once half of the slow lane is taken, half of the slots are reserved for hosts that answered quickly the last
 * time: many silent hosts delay each other, but no others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckOrder, type CheckReport, MAX_ATTEMPTS } from '../command-service/contract/check-contract.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import { type Checker, type CheckResult, crashedCheck } from './check.ts';
import { HostQueues, type PageOrders } from './politeness/host-queues.ts';
import { judgeBy } from './verdict/judge-again.ts';

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
  readonly checker: Checker;
  /** Reports to the server. If it rejects a result, the result is reported again, with growing pauses. */
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

const MAX_PAUSE_MS = 30_000;
/** Concurrent visits to one host. */
export const PER_HOST = 2;
/** Visits in the slow lane per slot: most of them only wait for a silent host. */
const SLOW_LANE = 8;
/** The limit of all waiting orders, including those for hosts that back off, as a multiple of `maxWaiting`. */
const MAX_WAITING_FACTOR = 10;

/** A visit is slow when it takes this many times the recent average, and at least `MIN_SLOW_MS`. */
const SLOW_FACTOR = 3;
const MIN_SLOW_MS = 100;
/** The first average is this part of `slowMs`, so that many silent hosts are detected quickly. */
const FIRST_SHARE = 9;
/** Weight of the latest visit in the average. */
const SMOOTHING = 0.1;

/**
 * Works until the orders end, or until `signal` aborts: then it takes no more orders and cancels the running checks
 * after the grace period. Resolves when no check runs.
 * @throws the error of `orders`, after the running checks have ended.
 */
export async function work(options: WorkOptions, signal: AbortSignal): Promise<void> {
  const { orders, checker, report, concurrency, logger, onVisit } = options;
  const { graceMs = 5_000, slowMs = 1_500, maxWaiting = 10_000, retryMs = 500 } = options;
  const { queues = new HostQueues(PER_HOST, checker.rateLimiter) } = options;
  const known = new Set<string>();
  const running = new Set<Promise<void>>();
  const giveUp = new AbortController();
  const room = new Bell();
  let places = concurrency;
  let slow = 0;
  /** Recent average time of a visit, each counted as at most `slowMs`. */
  let averageMs = slowMs / FIRST_SHARE;
  let reportTrouble = false;
  let later: NodeJS.Timeout | undefined;

  /** Whether the free slots are reserved for fast hosts. */
  const quickOnly = () => slow >= (concurrency * SLOW_LANE) / 2 && places <= concurrency / 2;

  /** Starts every visit that may start now. */
  function fill(): void {
    while (places > 0 && !signal.aborted) {
      const next = queues.take(quickOnly());
      if (next === null) break;
      places--;
      const one = visit(next).finally(() => {
        running.delete(one);
        queues.done(next.host);
        fill();
      });
      running.add(one);
    }
    clearTimeout(later);
    const wait = places > 0 && !signal.aborted ? queues.nextMs(quickOnly()) : null;
    if (wait !== null) later = setTimeout(fill, Math.ceil(wait));
    room.ring();
  }

  function isFull(): boolean {
    return (
      queues.size >= maxWaiting &&
      (queues.size >= maxWaiting * MAX_WAITING_FACTOR || queues.sizeOfActiveHosts >= maxWaiting)
    );
  }

  async function visit({ host, articleLink, orders: together }: PageOrders): Promise<void> {
    const started = performance.now();
    const startedAt = Date.now();
    let inSlowLane = false;
    let isSlow = false;
    const timer = setTimeout(
      () => {
        queues.noteSpeed(host, true);
        isSlow = true;
        if (slow >= concurrency * SLOW_LANE) return;
        inSlowLane = true;
        slow++;
        places++;
        fill();
      },
      Math.min(slowMs, Math.max(MIN_SLOW_MS, averageMs * SLOW_FACTOR)),
    );
    // Not awaited: the rate limiter has set the start of the visit, which takes longer than the report.
    const noted = note('begun', together);
    try {
      const links = together.map(({ clientLink }) => clientLink);
      const look = together.some((order) => order.look === true);
      const results = await checker.check(articleLink, links, giveUp.signal, look);
      clearTimeout(timer);
      await noted;
      if (results.size > 0) {
        onVisit?.({ orders: together, results, startedAt, ms: performance.now() - started });
      }
      queues.noteSpeed(host, isSlow);
      averageMs += (Math.min(performance.now() - started, slowMs) - averageMs) * SMOOTHING;
      for (const order of together) {
        const result = results.get(order.clientLink);
        if (result !== undefined && !giveUp.signal.aborted) await sendReport(order, result);
      }
    } catch (error) {
      logger.error({ err: error, articleLink }, 'a check failed; it stays open');
    } finally {
      clearTimeout(timer);
      if (giveUp.signal.aborted) {
        await noted;
        await note('left', together);
      }
      for (const { checkId } of together) known.delete(checkId);
      if (inSlowLane) slow--;
      else places++;
    }
  }

  /** Lets the server count attempts that crash the checker. If that fails, the check continues. */
  async function note(kind: 'begun' | 'left', orders: readonly CheckOrder[]): Promise<void> {
    await Promise.allSettled(orders.map(({ checkId, linkId }) => report({ kind, checkId, linkId })));
  }

  async function sendReport({ checkId, linkId, clientLink, matching }: CheckOrder, result: CheckResult): Promise<void> {
    const { observation } = result;
    const verdict = matching === undefined ? result.verdict : judgeBy(matching, observation, clientLink);
    for (let wait = retryMs; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      try {
        await report({ kind: 'checked', checkId, linkId, observation, verdict });
        if (reportTrouble) logger.info({}, 'results can be reported again');
        reportTrouble = false;
        return;
      } catch (error) {
        if (!reportTrouble) logger.warn({ err: error, checkId }, 'could not report a result; trying again');
        reportTrouble = true;
      }
      try {
        await pause(wait, undefined, { signal: giveUp.signal });
      } catch {
        return;
      }
    }
  }

  /** Reports a check that has ended the checker too often, without another visit. */
  function giveUpOn(order: CheckOrder): void {
    logger.error(
      { articleLink: order.articleLink },
      'a page has ended the checker several times and is not visited again',
    );
    const one = sendReport(order, crashedCheck(order)).finally(() => {
      running.delete(one);
      known.delete(order.checkId);
    });
    running.add(one);
  }

  async function pull(): Promise<void> {
    const source = orders[Symbol.asyncIterator]();
    try {
      while (!signal.aborted) {
        const batch = await orAbort(source.next(), signal);
        if (batch === null || batch.done === true) break;
        for (const order of batch.value) {
          if (known.has(order.checkId)) continue;
          known.add(order.checkId);
          if ((order.attempts ?? 0) < MAX_ATTEMPTS) queues.add(order);
          else giveUpOn(order);
        }
        fill();
        while (isFull() && !signal.aborted) await orAbort(room.next(), signal);
      }
    } finally {
      // Not awaited: a source that waits for its next batch may never answer.
      void source.return?.()?.catch(() => {});
    }
  }

  const failures: unknown[] = [];
  await pull().catch((error: unknown) => failures.push(error));
  while (queues.size > 0 && !signal.aborted) await orAbort(room.next(), signal);
  clearTimeout(later);

  const startGrace = () => setTimeout(() => giveUp.abort(), graceMs).unref();
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  await Promise.all(running);
  signal.removeEventListener('abort', startGrace);
  if (failures.length > 0) throw failures[0];
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
