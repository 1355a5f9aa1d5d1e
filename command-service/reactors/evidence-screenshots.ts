/** Asks a checker for screenshots and waits for its reports. */
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import { askCheckers } from '../checks/ask-checkers.ts';
import type { Screenshot, ScreenshotOrder, ScreenshotReport } from '../contract/check-contract.ts';

const UNAVAILABLE: Screenshot = { kind: 'missed', reason: 'no checker could take a screenshot' };

interface ScreenshotRequests {
  /** Resolves with `missed` if no checker reports in time, or on abort. */
  take(order: ScreenshotOrder, signal: AbortSignal): Promise<Screenshot>;
  /** Takes reports until the signal aborts. */
  readonly running: Promise<void>;
}

/** Connects to the checkers. @param againMs milliseconds after which an order without a report is announced again. */
export function requestScreenshots(
  queue: Pick<CheckQueue<ScreenshotOrder, ScreenshotReport>, 'announce' | 'reports'>,
  stopping: AbortSignal,
  againMs?: number,
): ScreenshotRequests {
  const { ask, running } = askCheckers(queue, stopping, againMs);
  return { running, take: async (order, signal) => (await ask(order, signal))?.screenshot ?? UNAVAILABLE };
}
