/** Asks the checkers for what the caller waits for, such as a screenshot. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';

/** A checker takes a minute at most; an order that is lost with its checker is announced again. */
const AGAIN_MS = 90_000;
/** After this many announcements we assume that no checker is running. */
const ANNOUNCEMENTS = 3;

/**
 * Connects to the checkers; a process connects once to a queue. `ask` resolves with the report of a checker; null if no
 * checker reports in time, or on abort. `running` takes reports until the signal aborts.
 * @param againMs milliseconds after which an order without a report is announced again.
 */
export function askCheckers<Order extends { readonly checkId: string }, Report extends { readonly checkId: string }>(
  queue: Pick<CheckQueue<Order, Report>, 'announce' | 'reports'>,
  stopping: AbortSignal,
  againMs = AGAIN_MS,
) {
  const waiting = new Map<string, (report: Report) => void>();
  return {
    running: queue.reports(async (report) => waiting.get(report.checkId)?.(report), stopping),
    /** @throws the error of a queue that refuses the order. */
    async ask(order: Order, signal: AbortSignal): Promise<Report | null> {
      const { promise: reported, resolve } = Promise.withResolvers<Report>();
      waiting.set(order.checkId, resolve);
      const done = new AbortController();
      const ending = { signal: AbortSignal.any([signal, done.signal]) };
      try {
        for (let announced = 0; announced < ANNOUNCEMENTS && !signal.aborted; announced += 1) {
          await queue.announce([order], signal);
          const report = await Promise.race([reported, pause(againMs, null, ending).catch(() => null)]);
          if (report !== null) return report;
        }
        return null;
      } finally {
        done.abort();
        waiting.delete(order.checkId);
      }
    },
  };
}
