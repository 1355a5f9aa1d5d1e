/** Work that goes on until its signal aborts, whatever fails meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.ts';

/** Where a failure is logged, and in which words. Failures in a row are logged once. */
interface Trouble {
  readonly logger: Pick<Logger, 'error'>;
  readonly failing: string;
  /** Further fields of the log line. */
  readonly fields?: object;
}

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Does the work again and again, with a pause after each time. */
export async function inRounds(
  work: () => Promise<unknown>,
  everyMs: number,
  trouble: Trouble,
  signal: AbortSignal,
): Promise<void> {
  for (let isFailing = false; !signal.aborted; ) {
    isFailing = !(await succeeds(work, isFailing, trouble, signal));
    await pauseFor(everyMs, signal);
  }
}

/** Does the work until it succeeds, with a pause after each failure. */
export async function untilDone(
  work: () => Promise<unknown>,
  retryMs: number,
  trouble: Trouble,
  signal: AbortSignal,
): Promise<void> {
  for (let isFailing = false; !signal.aborted; isFailing = true) {
    if (await succeeds(work, isFailing, trouble, signal)) return;
    await pauseFor(retryMs, signal);
  }
}

async function succeeds(
  work: () => Promise<unknown>,
  wasFailing: boolean,
  { logger, failing, fields }: Trouble,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!wasFailing && !signal.aborted) logger.error({ err: error, ...fields }, failing);
    return false;
  }
}
