/**
 * Real servers for tests: a program on the PATH, started on free ports and an empty folder, killed and started again
 * as a test needs, and stopped with the test process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

/** How a program is started. */
export interface ServerProgram {
  /** The file, as `findProgram` answers it. */
  readonly file: string;
  /** How many free TCP ports it needs. */
  readonly ports: number;
  readonly args: (ports: readonly number[], folder: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it answers. Asked every 50 ms; a rejection means no. */
  readonly isHealthy: (ports: readonly number[]) => Promise<boolean>;
}

export interface ServerProcess {
  readonly ports: readonly number[];
  /** Where it keeps its data. */
  readonly folder: string;
  /** Sends a signal. For SIGKILL and SIGTERM it resolves when the process has ended. */
  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Starts it again, on the same ports and folder, and resolves when it answers. */
  start(): Promise<void>;
  /** Kills it and removes its folder. */
  stop(): Promise<void>;
}

/** Milliseconds a server may take until it answers: only guards against hanging. */
const START_MS = 600_000;
/** Characters of a server's output that an error shows: a server that crashes writes its reason before a long list of calls. */
const OUTPUT = 30_000;

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The first of these programs that is on the PATH; null if none is. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a program in an empty folder and resolves when it answers.
 * @throws Error with the end of its output if it exits, or does not answer within ten minutes.
 */
export async function startServer(program: ServerProgram): Promise<ServerProcess> {
  const ports = await freePorts(program.ports);
  const folder = mkdtempSync(path.join(tmpdir(), 'linkledger-server-'));
  folders.add(folder);
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };
  const server: ServerProcess = {
    ports,
    folder,
    async signal(signal) {
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await end(signal);
      else child?.kill(signal);
    },
    async start() {
      child = await run(program, ports, folder);
    },
    async stop() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function run(program: ServerProgram, ports: readonly number[], folder: string): Promise<ChildProcess> {
  const child = spawn(program.file, program.args(ports, folder), {
    cwd: folder,
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT);
    });
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const end = performance.now() + START_MS;
  while (!(await program.isHealthy(ports).catch(() => false))) {
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (failure === null && !hasExited && performance.now() < end) {
      await pause(50);
      continue;
    }
    child.kill('SIGKILL');
    throw new Error(`${program.file} does not answer. The end of its output: ${output}`, { cause: failure });
  }
  return child;
}

/** How many ports a thread has for itself. */
const PORTS_OF_THREAD = 70;
/** The first port of this thread. Test files run in threads of one process, or in processes side by side. */
const FIRST_PORT = 11_000 + PORTS_OF_THREAD * ((process.pid * 17 + threadId) % 300);
let portsGiven = 0;

/**
 * TCP ports of this machine that nobody listens on, all different. They are below those that systems give to programs which
 * ask for any port, and each test file has its own: no other program gets the port of a server that is being started again.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = new Map<number, Server>();
  while (servers.size < count) {
    const port = FIRST_PORT + (portsGiven % PORTS_OF_THREAD);
    portsGiven += 1;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) servers.set(port, server);
  }
  await Promise.all(servers.values().map((server) => new Promise((resolve) => server.close(resolve))));
  return [...servers.keys()];
}
