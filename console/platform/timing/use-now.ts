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

/** The current time in milliseconds, the same for the whole page, updated twice a minute. */
export function useNow(): number {
  return useStore(clock);
}
