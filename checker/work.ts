/**
 * The checker at work: takes orders as they come, checks them a number at a time, and reports each. Nothing is lost
 * by stopping: an order that was not reported is still open in the log, and comes again at the next start.
 *
 * Orders are pulled only while fewer than `maxWaiting` wait, so a long backlog stays where it is kept; those for hosts
 * that rest are not counted, up to ten times as many, so that hosts which block hold up nobody. When a host may be
 * visited again, the checker's pace says. A page that takes three times as long as pages did of late gives its place to
 * the next and goes on in the slow lane, up to four times as many there as places: pages that never end hold up nobody
 * either.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckOrder, type CheckReport, MAX_ATTEMPTS } from '../command-service/check-contract.ts';
import type { Logger } from '../infra/ports/logger.ts';
import { type Checker, type CheckResult, crashedCheck } from './check.ts';
import { HostQueues, type PageOrders } from './politeness/host-queues.ts';

export interface WorkOptions {
  /** Batches of orders, the past first, then as they come. May end. An order already waiting or running is skipped. */
  readonly orders: AsyncIterable<readonly CheckOrder[]>;
  readonly checker: Checker;
  /** Reports to the server. When it rejects a result, the result is reported again, with growing pauses. */
  readonly report: (report: CheckReport) => Promise<void>;
  /** Pages visited at once, the slow lane not counted. */
  readonly concurrency: number;
  readonly logger: Logger;
  /** Pages of one host visited at once. Default 2. */
  readonly perHost?: number;
  /** How long running checks may go on after the abort. Default 5,000. */
  readonly graceMs?: number;
  /** A page that takes so long is slow whatever the others take. Default 1,500. */
  readonly slowMs?: number;
  /** Default 10,000. */
  readonly maxWaiting?: number;
  /** The first pause before a report is tried again; doubled up to 30 seconds. Default 500. */
  readonly retryMs?: number;
}

const LONGEST_PAUSE = 30_000;
const SLOW_LANE = 4;
/** How many times `maxWaiting` may wait in all. */
const RESTING = 10;

/** A page is slow that takes so many times as long as pages did of late, and never one that took less than this. */
const SLOW_TIMES = 3;
const NEVER_SLOW_MS = 100;
/** How much the last page says of how long pages take. */
const LAST_SAYS = 0.1;

/**
 * Works until the orders end and are done, or until `signal` fires: then no more are taken, running checks get the
 * grace and are given up. Resolves when nothing runs any more.
 * @throws what `orders` throws, after the running checks are done.
 */
export async function work(options: WorkOptions, signal: AbortSignal): Promise<void> {
  const { orders, checker, report, concurrency, logger } = options;
  const { perHost = 2, graceMs = 5_000, slowMs = 1_500, maxWaiting = 10_000, retryMs = 500 } = options;
  const queues = new HostQueues(perHost, checker.rateLimiter);
  const known = new Set<string>();
  const running = new Set<Promise<void>>();
  const giveUp = new AbortController();
  const room = new Bell();
  let places = concurrency;
  let slow = 0;
  /** How long pages took of late; what takes longer than `slowMs` counts as that. */
  let usualMs = slowMs;
  let reportTrouble = false;
  let later: NodeJS.Timeout | undefined;

  /** Starts what can be started now. */
  function fill(): void {
    while (places > 0 && !signal.aborted) {
      const next = queues.take();
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
    const wait = places > 0 && !signal.aborted ? queues.nextMs() : null;
    if (wait !== null) later = setTimeout(fill, Math.ceil(wait));
    room.ring();
  }

  function isFull(): boolean {
    return queues.size >= maxWaiting && (queues.size >= maxWaiting * RESTING || queues.awake >= maxWaiting);
  }

  async function visit({ articleLink, orders: together }: PageOrders): Promise<void> {
    const started = performance.now();
    let inSlowLane = false;
    const timer = setTimeout(
      () => {
        if (slow >= concurrency * SLOW_LANE) return;
        inSlowLane = true;
        slow++;
        places++;
        fill();
      },
      Math.min(slowMs, Math.max(NEVER_SLOW_MS, usualMs * SLOW_TIMES)),
    );
    // Not awaited: the page must not be visited later than its host's pace says, and takes longer to answer.
    const noted = note('begun', together);
    try {
      const links = together.map(({ clientLink }) => clientLink);
      const results = await checker.check(articleLink, links, giveUp.signal);
      clearTimeout(timer);
      await noted;
      usualMs += (Math.min(performance.now() - started, slowMs) - usualMs) * LAST_SAYS;
      for (const order of together) {
        const result = results.get(order.clientLink);
        if (result !== undefined && !giveUp.signal.aborted) await sendReport(order, result);
      }
    } catch (error) {
      logger.error({ err: error, articleLink }, 'a check ended with an error; it stays open');
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

  /** Lets the server count attempts that end the checker. A check goes on when that fails. */
  async function note(kind: 'begun' | 'left', orders: readonly CheckOrder[]): Promise<void> {
    await Promise.allSettled(orders.map(({ checkId }) => report({ kind, checkId })));
  }

  async function sendReport({ checkId, linkId }: CheckOrder, { observation, verdict }: CheckResult): Promise<void> {
    for (let wait = retryMs; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      try {
        await report({ kind: 'checked', checkId, linkId, observation, verdict });
        if (reportTrouble) logger.info({}, 'results can be reported again');
        reportTrouble = false;
        return;
      } catch (error) {
        if (!reportTrouble) logger.warn({ err: error, checkId }, 'a result could not be reported; trying again');
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
      // Not awaited: a source that is waiting for its next batch may never answer this.
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

/** Wakes whoever waits for something to change. */
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
