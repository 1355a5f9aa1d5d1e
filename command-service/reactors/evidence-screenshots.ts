/** Asks a checker for screenshots and waits for its reports. */
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import { askCheckers } from '../checks/ask-checkers.ts';
import type { Screenshot, ScreenshotOrder, ScreenshotReport } from '../contract/check-contract.ts';

const UNAVAILABLE: Screenshot = { kind: 'missed', reason: 'no checker could take a screenshot' };

/** Connects to the checkers. `take` resolves with `missed` if no checker reports in time, or on abort. */
export function requestScreenshots(
  queue: Pick<CheckQueue<ScreenshotOrder, ScreenshotReport>, 'announce' | 'reports'>,
  stopping: AbortSignal,
  againMs?: number,
) {
  const { ask, running } = askCheckers(queue, stopping, againMs);
  const take = async (order: ScreenshotOrder, signal: AbortSignal): Promise<Screenshot> =>
    (await ask(order, signal))?.screenshot ?? UNAVAILABLE;
  return { take, running };
}
