/** Asks a checker for screenshots and waits for its reports. */
import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import type { Screenshot, ScreenshotOrder, ScreenshotReport } from '../contract/check-contract.ts';

/** A checker takes a minute at most; an order that is lost with its checker is announced again. */
const AGAIN_MS = 90_000;
/** After this many announcements we assume that no checker is running. */
const ANNOUNCEMENTS = 3;

const UNAVAILABLE: Screenshot = { kind: 'missed', reason: 'no checker could take a screenshot' };

interface ScreenshotRequests {
  /** Never rejects. Resolves with `missed` if no checker reports in time, or on abort. */
  take(order: ScreenshotOrder, signal: AbortSignal): Promise<Screenshot>;
  /** Takes reports until the signal aborts. */
  readonly running: Promise<void>;
}

/** Connects to the checkers. @param againMs milliseconds after which an order without a report is announced again. */
export function requestScreenshots(
  queue: Pick<CheckQueue<ScreenshotOrder, ScreenshotReport>, 'announce' | 'reports'>,
  stopping: AbortSignal,
  againMs = AGAIN_MS,
): ScreenshotRequests {
  const waiting = new Map<string, (screenshot: Screenshot) => void>();
  return {
    running: queue.reports(async ({ checkId, screenshot }) => waiting.get(checkId)?.(screenshot), stopping),
    async take(order, signal) {
      const { promise: reported, resolve } = Promise.withResolvers<Screenshot>();
      waiting.set(order.checkId, resolve);
      try {
        for (let announced = 0; announced < ANNOUNCEMENTS && !signal.aborted; announced += 1) {
          await queue.announce([order], signal);
          const screenshot = await within(reported, againMs, signal);
          if (screenshot !== null) return screenshot;
        }
        return UNAVAILABLE;
      } finally {
        waiting.delete(order.checkId);
      }
    },
  };
}

/** The promise's value; null after `ms` or on abort. */
async function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T | null> {
  const { promise: ended, resolve } = Promise.withResolvers<null>();
  const end = () => resolve(null);
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([promise, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
