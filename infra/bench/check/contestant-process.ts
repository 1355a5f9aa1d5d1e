/** Runs contestants of `check.ts` as processes and measures their cost. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a round. */
export interface Round {
  readonly ms: number;
  /** User and system CPU of the contestant's process. */
  readonly cpuMs: number;
  /** CPU of that process and its descendants, such as a browser; null on systems without /proc. */
  readonly treeCpuMs: number | null;
  readonly rssMb: number;
  /** Pages with a link to the client. */
  readonly found: number;
  /** The verdict on each page as text, in the order of the pages; only for a checker. */
  readonly verdicts?: readonly string[];
  /** Pages that were also visited in a browser; only for a checker. */
  readonly rendered?: number;
}

/** A child process that answers one message at a time. */
export class Contestant {
  readonly #child: ChildProcess;

  constructor(name: string, hosts: readonly string[]) {
    this.#child = fork(join(import.meta.dirname, 'contestants.ts'), [name, ...hosts]);
  }

  /** Runs a round. @throws Error when the process ends. */
  async round(urls: readonly string[]): Promise<Round> {
    const before = treeCpuMs(this.#child.pid);
    this.#child.send(urls);
    const answer = await nextMessage<Omit<Round, 'treeCpuMs'>>(this.#child);
    const after = treeCpuMs(this.#child.pid);
    return { ...answer, treeCpuMs: before === null || after === null ? null : after - before };
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

/** The next message of a process. @throws Error when the process ends. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as T),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`a contestant ended with ${code}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}

/** Linux reports CPU in /proc in hundredths of a second (proc(5), USER_HZ). */
const TICK_MS = 10;

/**
 * CPU milliseconds so far of a process and its descendants. Descendants that have ended count with the parent that waited
 * for them. null on systems without /proc.
 */
function treeCpuMs(root: number | undefined): number | null {
  if (process.platform !== 'linux' || root === undefined) return null;
  const parents = new Map<number, number>();
  const used = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The second field is the program's name, which may contain anything and ends with the last parenthesis.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(fields[1]));
      // utime, stime, cutime, cstime.
      used.set(
        Number(name),
        fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
      );
    } catch {
      // The process ended after the listing.
    }
  }
  const isUnder = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  let ticks = 0;
  for (const [pid, count] of used) if (isUnder(pid)) ticks += count;
  return ticks * TICK_MS;
}
