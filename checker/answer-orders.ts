/** The checker's loops beside the checks: screenshots and prints. */
import type { CheckQueue } from '../infra/ports/process/check-queue.ts';
import type { Logger } from '../infra/ports/process/logger.ts';

/** Takes orders one at a time until aborted. The server announces an order again if its report is lost. */
export async function answerOrders<
  Order extends { readonly checkId: string },
  Report extends { readonly checkId: string },
>(
  queue: Pick<CheckQueue<Order, Report>, 'orders' | 'isLost' | 'report'>,
  answer: (order: Order) => Promise<Report>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for await (const batch of queue.orders(signal)) {
    for (const order of batch) {
      if (signal.aborted) return;
      if (queue.isLost(order)) continue;
      const report = await answer(order);
      if (signal.aborted) return;
      try {
        await queue.report(report);
      } catch (error) {
        logger.warn({ err: error, checkId: order.checkId }, 'could not report a screenshot or a print');
      }
    }
  }
}
