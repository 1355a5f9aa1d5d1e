/** Waiting for a thing, in tests. */
import { setTimeout as pause } from 'node:timers/promises';

/** Only guards against hanging, and below AVA's limit for a run without progress, so that a failure names its test. */
const LIMIT_MS = 300_000;

/** Milliseconds after which a call hangs that should end within seconds: a busy machine needs longer. */
export const HANGING_MS = 60_000;

/**
 * Asks every 20 ms until `ask` answers something, and answers that.
 * @throws Error after `limitMs`, with the call that waited in its stack.
 */
export async function waitUntil<T>(
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  limitMs = LIMIT_MS,
): Promise<T> {
  const late = new Error(`What the test waited for did not happen within ${limitMs / 1000} seconds.`);
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw late;
    await pause(20);
  }
}
