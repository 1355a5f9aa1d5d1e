/** Linkledger as a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { resetPosition } from '../actors/visitor.ts';
import { toolSettings } from '../tool-settings.ts';
import { MANY_SIGN_INS } from './server.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

export interface AppProcess {
  readonly url: string;
  readonly pid: number;
  /** The lines it has printed. */
  readonly said: readonly string[];
  /** What it has logged so far. */
  logged(): string;
  /** Resolves when it has ended, with the exit code (null when a signal ended it). */
  readonly ended: Promise<number | null>;
  /** Sends a signal and resolves with the exit code (null when the signal ended it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The arguments of a process whose clocks run faster from now on. */
export function fastClock(factor: number): readonly string[] {
  return [path.join(import.meta.dirname, 'fast-clock-process.ts'), String(factor), String(Date.now())];
}

/** The arguments of a process whose wall clock is ahead by the milliseconds in a file, which `SHIFT_FILE` names. */
export function shiftedClock(): readonly string[] {
  return ['--import', path.join(import.meta.dirname, 'shifted-date.ts'), ...startArguments()];
}

/** It ended before it was running. */
export class ProcessExitError extends Error {
  override readonly name = 'ProcessExitError';
  readonly code: number | null;
  readonly stderr: string;

  constructor(code: number | null, stderr: string) {
    super(`it ended with ${code}: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What `npm start` gives to node: the bounds of its memory with it. */
function startArguments(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return String(scripts.start).split(' ').slice('exec node'.split(' ').length);
}

/**
 * Starts Linkledger as `npm start` does, but on a free port, and resolves when it prints that it is running.
 * @param spawned called at once with the id of the process.
 * @param given the arguments of node; left out: those of `npm start`.
 * @throws ProcessExitError when it ends instead.
 */
export async function startProcess(
  settings: Readonly<Record<string, string>>,
  spawned: (pid: number) => void = () => undefined,
  given: readonly string[] = startArguments(),
): Promise<AppProcess> {
  const child = spawn(process.execPath, given, {
    cwd: ROOT,
    env: { ...toolSettings(), PORT: '0', LOG_LEVEL: 'error', ...MANY_SIGN_INS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  if (child.pid === undefined) throw new Error('node cannot be started');
  spawned(child.pid);
  // Later than 'exit': all that it has written is read.
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      const running = /^Linkledger is running at (\S+)$/.exec(line)?.[1];
      if (running !== undefined) resolve(running);
    });
    void ended.then((code) => reject(new ProcessExitError(code, stderr)));
  });
  resetPosition(url);
  return {
    url,
    ended,
    pid: child.pid,
    said,
    logged: () => stderr,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
