/** The checker's other loops: take orders of screenshots and prints, each one at a time. */
import type {
  PrintOrder,
  PrintReport,
  ScreenshotOrder,
  ScreenshotReport,
} from '../command-service/contract/check-contract.ts';
import type { CheckQueue } from '../infra/ports/process/check-queue.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import type { Printer } from './render/printer.ts';
import type { Screenshots } from './render/screenshots.ts';

type Queue<Order extends HasId, Report extends HasId> = Pick<CheckQueue<Order, Report>, 'orders' | 'isLost' | 'report'>;
interface HasId {
  readonly checkId: string;
}

/** Takes screenshots until aborted. The server announces an order again if its report is lost. */
export async function takeScreenshots(
  queue: Queue<ScreenshotOrder, ScreenshotReport>,
  screenshots: Pick<Screenshots, 'take'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const take = async ({ checkId, articleLink, clientLink, matching }: ScreenshotOrder) => ({
    checkId,
    screenshot: await screenshots.take(articleLink, clientLink, signal, matching),
  });
  await answerOrders(queue, take, logger, signal);
}

/** Prints pages until aborted. The server announces an order again if its report is lost. */
export async function printPages(
  queue: Queue<PrintOrder, PrintReport>,
  printer: Pick<Printer, 'print'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const print = async ({ checkId, page }: PrintOrder) => ({ checkId, print: await printer.print(page, signal) });
  await answerOrders(queue, print, logger, signal);
}

async function answerOrders<Order extends HasId, Report extends HasId>(
  queue: Queue<Order, Report>,
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
