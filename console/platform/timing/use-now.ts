import { shownTime } from '../address/as-of.ts';
import { createStore, useStore } from '../store/create-store.ts';

const TICK_MS = 30_000;

const clock = createStore(
  () => Date.now(),
  (set) => {
    set(Date.now());
    const timer = setInterval(() => set(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  },
);

/** The time in milliseconds that the page shows, the same for all of it: now, updated twice a minute, or a past moment. */
export function useNow(): number {
  const now = useStore(clock);
  return shownTime() ?? now;
}
