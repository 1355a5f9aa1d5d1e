/** One process of a cluster: restarted when it ends by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pauseFor } from '../../ports/process/rounds.ts';

const MAIN = path.resolve(import.meta.dirname, '..', '..', 'main.ts');
/** The same as in `npm start`. */
const NODE_ARGUMENTS = ['--max-old-space-size=1024', '--max-semi-space-size=8'];
/** Milliseconds before a process that ended is restarted: doubled with each failure up to the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 10_000];
/** A process that does not end within this time, in milliseconds, is killed. */
const STOP_MS = 15_000;

interface ProcessOptions {
  /** The name before the lines that it prints. */
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

export interface ClusterProcess {
  readonly name: string;
  readonly port: number;
  /** Whether it answers requests. */
  isReady(): boolean;
  /** The id of the present process; undefined while there is none. */
  pid(): number | undefined;
  /** Resolves when the process is ready for the first time. Rejects with its last words if it cannot start. */
  readonly started: Promise<void>;
  /** From now on the process is not restarted. */
  retire(): void;
  /** Ends it permanently. */
  stop(): Promise<void>;
}

/** Starts the process on its own port on the loopback interface. */
export async function startClusterProcess({ name, env, print }: ProcessOptions): Promise<ClusterProcess> {
  const port = await freePort();
  const started = Promise.withResolvers<void>();
  // The caller may still be starting others.
  started.promise.catch(() => undefined);
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  let isReady = false;
  let hasStarted = false;

  const runOnce = async (): Promise<void> => {
    child = spawn(process.execPath, [...NODE_ARGUMENTS, MAIN], {
      env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
      // The process ends when the channel closes: nothing goes on without the cluster, however the cluster ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        if (hasStarted) print(`${name}: ${line}`);
      });
    }
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('Linkledger is running')) {
          if (hasStarted) print(`${name}: process ${child?.pid} at 127.0.0.1:${port}`);
          isReady = hasStarted = true;
          for (const early of lines.splice(0)) print(`${name}: ${early}`);
          started.resolve();
        } else print(`${name}: ${line}`);
      });
    }
    const [code, signal] = await ended;
    isReady = false;
    child = null;
    if (stopping.signal.aborted) return;
    if (!hasStarted) started.reject(new Error(lines.join('\n') || `${name} ended with ${code ?? signal}`));
    else print(`${name}: ended with ${code ?? signal}; starting it again`);
  };
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const wasReady = performance.now();
      await runOnce();
      if (!hasStarted) return;
      failures = performance.now() - wasReady > LONGEST_PAUSE_MS ? 0 : failures + 1;
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      await pauseFor(ms, stopping.signal);
    }
  };
  const running = run();
  return {
    name,
    port,
    started: started.promise,
    isReady: () => isReady,
    pid: () => child?.pid,
    retire: () => stopping.abort(),
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(timer);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
