/** An instant in relative words, the exact time on hover. */
import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from '../platform/format/dates.ts';

const TICK_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present moment, the same for the whole screen, moved on twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

export function RelativeTime({ at }: { at: string }) {
  const present = useNow();
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, present)}
    </time>
  );
}
