/**
 * Linkledger with clocks that run faster, for tests of what takes minutes: `node fast-clock-process.ts <factor> <start>`.
 * Processes with the same start (milliseconds since the epoch) agree on the time.
 */
import { loadConfig } from '../../main/config/config.ts';
import { start } from '../../main/process/start.ts';

/** The time on such a clock, in milliseconds since the epoch. */
export function fastTime(factor: number, startMs: number): number {
  return startMs + (Date.now() - startMs) * factor;
}

if (import.meta.main) {
  const [factor, startMs] = process.argv.slice(2).map(Number);
  if (factor === undefined || startMs === undefined) throw new Error('write a factor and a start');
  const clocks = {
    now: () => new Date(fastTime(factor, startMs)),
    monotonicMs: () => performance.now() * factor,
  };
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const server = await start(loadConfig(), { print, clocks });
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  print(`Linkledger is running at ${server.url}`);
}
