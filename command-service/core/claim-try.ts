/** Limits how often something may be tried. */
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import { RateLimitError } from './errors.ts';

const WINDOW_MINUTES = 15;

/**
 * Counts a try against `key`. @param waiting makes the message from the wait in words.
 * @throws RateLimitError after the most tries in 15 minutes.
 */
export async function claimTry(
  counters: Pick<ExpiringStore, 'increment'>,
  { kind, key, most }: { readonly kind: string; readonly key: string; readonly most: number },
  now: Date,
  waiting = (wait: string) => `That was tried too often. Try again in ${wait}.`,
): Promise<void> {
  const end = new Date(now.getTime() + WINDOW_MINUTES * 60_000).toISOString();
  if ((await counters.increment(kind, key, end)) > most) throw new RateLimitError(WINDOW_MINUTES * 60, waiting);
}
