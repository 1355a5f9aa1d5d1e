/** The checker's second loop: takes the ordered screenshots, one at a time. */
import type { ScreenshotOrder, ScreenshotReport } from '../command-service/contract/check-contract.ts';
import type { CheckQueue } from '../infra/ports/process/check-queue.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import type { Screenshots } from './render/screenshots.ts';

/** Works until aborted. The server announces an order again if its report is lost. */
export async function takeScreenshots(
  queue: Pick<CheckQueue<ScreenshotOrder, ScreenshotReport>, 'orders' | 'isLost' | 'report'>,
  screenshots: Pick<Screenshots, 'take'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for await (const batch of queue.orders(signal)) {
    for (const order of batch) {
      if (signal.aborted) return;
      if (queue.isLost(order)) continue;
      const { checkId, articleLink, clientLink, matching } = order;
      const screenshot = await screenshots.take(articleLink, clientLink, signal, matching);
      if (signal.aborted) return;
      try {
        await queue.report({ checkId, screenshot });
      } catch (error) {
        logger.warn({ err: error, checkId }, 'could not report a screenshot');
      }
    }
  }
}
