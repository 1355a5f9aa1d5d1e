/** Waiting for a thing, in tests. */
import { setTimeout as pause } from 'node:timers/promises';

/** Asks every 20 ms until `ask` answers something, and answers that. The test's own time limit is the end of it. */
export async function waitUntil<T>(
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await pause(20);
  }
}
