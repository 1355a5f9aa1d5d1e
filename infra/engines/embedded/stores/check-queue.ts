/** The check queue of a single process, in memory: a restart loses it, and open checks are announced again. */
import { once } from 'node:events';
import type { CheckQueue } from '../../../ports/process/check-queue.ts';
import { BusyError } from '../../../ports/storage/errors.ts';

/** How many orders wait in memory before `announce` waits, too. */
const CAPACITY = 10_000;

/** Creates an empty queue. */
export function createCheckQueue<
  Order extends { readonly checkId: string },
  Report extends { readonly checkId: string },
>(capacity = CAPACITY): CheckQueue<Order, Report> {
  const waiting = new Map<string, Order>();
  const changed = new EventTarget();
  let take: ((report: Report) => Promise<void>) | null = null;
  const notify = () => changed.dispatchEvent(new Event('change'));

  return {
    async announce(orders, signal) {
      for (const order of orders) {
        while (waiting.size >= capacity && !waiting.has(order.checkId)) {
          if (signal.aborted) return;
          await nextChange(changed, signal);
        }
        waiting.set(order.checkId, order);
        if (waiting.size === 1) notify();
      }
    },
    async *orders(signal) {
      while (!signal.aborted) {
        if (waiting.size === 0) {
          await nextChange(changed, signal);
          continue;
        }
        const batch = [...waiting.values()];
        waiting.clear();
        notify();
        yield batch;
      }
    },
    isLost: () => false,
    async report(report) {
      if (take === null) throw new BusyError('no process receives reports at the moment');
      await take(report);
    },
    async reports(handle, signal) {
      take = handle;
      if (!signal.aborted) await once(signal, 'abort');
      if (take === handle) take = null;
    },
  };
}

/** Resolves at the next change, or when the signal aborts. */
async function nextChange(changed: EventTarget, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  changed.addEventListener('change', done, { once: true });
  signal.addEventListener('abort', done, { once: true });
  await promise;
  changed.removeEventListener('change', done);
  signal.removeEventListener('abort', done);
}
