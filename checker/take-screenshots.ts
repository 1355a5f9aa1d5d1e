/** Takes the screenshots that are ordered, one after the other. */
import type { ScreenshotOrder, ScreenshotReport } from '../command-service/check-contract.ts';
import type { CheckQueue } from '../infra/ports/check-queue.ts';
import type { Logger } from '../infra/ports/logger.ts';
import type { Screenshots } from './browser/screenshots.ts';

/** Works until aborted. An order whose report is lost is announced again by those who wait for it. */
export async function takeScreenshots(
  queue: Pick<CheckQueue<ScreenshotOrder, ScreenshotReport>, 'orders' | 'report'>,
  camera: Pick<Screenshots, 'take'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for await (const batch of queue.orders(signal)) {
    for (const { checkId, articleLink, clientLink } of batch) {
      if (signal.aborted) return;
      const screenshot = await camera.take(articleLink, clientLink, signal);
      if (signal.aborted) return;
      try {
        await queue.report({ checkId, screenshot });
      } catch (error) {
        logger.warn({ err: error, checkId }, 'a screenshot could not be reported');
      }
    }
  }
}
