/** How a running Linkledger is, as its /metrics say it. */
import { setTimeout as pause } from 'node:timers/promises';

interface Vitals {
  readonly residentMB: number;
  /** The longest turn of the event loop since it was last asked; the gauge's own period of 10 ms is in it. */
  readonly longestHoldMs: number;
  readonly cpuSeconds: number;
}

/** Part of one core below which a process is at rest. */
const REST = 0.1;
/** Milliseconds it is looked at for. */
const LOOK_MS = 1_000;

/** Asks the process that answers at `url`; a missing figure is NaN. */
export async function readProcessMetrics(url: string): Promise<Vitals> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    residentMB: value('process_resident_memory_bytes') / 1e6,
    longestHoldMs: value('nodejs_eventloop_lag_max_seconds') * 1e3,
    cpuSeconds: value('process_cpu_seconds_total'),
  };
}

/** Resolves when the process has nothing left to do: a reader that starts at position 0 reads the whole log first. */
export async function untilAtRest(url: string): Promise<void> {
  let before = await readProcessMetrics(url);
  for (;;) {
    await pause(LOOK_MS);
    const now = await readProcessMetrics(url);
    if (now.cpuSeconds - before.cpuSeconds < (REST * LOOK_MS) / 1e3) return;
    before = now;
  }
}
