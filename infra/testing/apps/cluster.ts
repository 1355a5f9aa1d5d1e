/** A cluster of processes on real servers, for tests. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { resetPosition } from '../actors/visitor.ts';
import { findEventStoreDb } from '../servers/eventstoredb.ts';
import { findProgram } from '../servers/find-server.ts';
import { hasKafka, startKafka } from '../servers/kafka.ts';
import { findMongoDb, patientDatabase } from '../servers/mongodb.ts';
import { toolSettings } from '../tool-settings.ts';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', 'main', 'cli', 'cluster.ts');

export const NO_CLUSTER =
  'Cluster: nothing is tested. Set TEST_EVENT_STORE_URL and TEST_MONGODB_URL, or put eventstored and mongod on the PATH';

/** Whether there are servers for a cluster. */
export function hasServers(): boolean {
  const { TEST_EVENT_STORE_URL, TEST_MONGODB_URL } = process.env;
  return (
    Boolean(TEST_EVENT_STORE_URL || findProgram('kurrentd', 'eventstored')) &&
    Boolean(TEST_MONGODB_URL || findProgram('mongod'))
  );
}

export interface TestCluster {
  readonly url: string;
  /** Its servers and secrets, for commands of the terminal. */
  readonly settings: Readonly<Record<string, string>>;
  /** The lines that it has printed. */
  readonly said: readonly string[];
  /** The present processes by name, such as `command 1`. */
  readonly processes: ReadonlyMap<string, { readonly pid: number; readonly url: string }>;
  /** Sends SIGTERM to it and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to it alone, not to its processes. */
  kill(): void;
  /** Stops it and its servers, and removes the folder. */
  close(): Promise<void>;
}

/** The settings that name the servers of a cluster, and how to stop those. */
interface ClusterServers {
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

/** The secrets of a cluster, and a name of its own on the servers. */
export function clusterSettings(): Readonly<Record<string, string>> {
  return {
    ...{ SESSION_SECRET: 's'.repeat(32), IDENTITY_SECRET: 'i'.repeat(32) },
    // Brokers of a test program are empty. Others may be shared.
    NAMESPACE: process.env.TEST_KAFKA_BROKERS || !hasKafka ? `t${randomBytes(6).toString('hex')}-` : 'test-',
  };
}

/** The servers of the environment; Kafka where there is one. */
async function findServers(): Promise<ClusterServers> {
  const [eventStore, mongo] = await Promise.all([findEventStoreDb(), findMongoDb()]);
  if (eventStore === null || mongo === null) throw new Error(NO_CLUSTER);
  const kafka = hasKafka ? await startKafka() : null;
  return {
    settings: {
      ...{ EVENT_STORE_URL: eventStore.url, READ_STORE_URL: patientDatabase(mongo.url) },
      ...(kafka !== null && { KAFKA_BROKERS: kafka.brokers.join() }),
    },
    stop: () => Promise.all([eventStore.stop(), mongo.stop(), kafka?.stop()]),
  };
}

/**
 * Starts `npm run cluster` with a log and a database of its own.
 * @param settings with EVENT_STORE_URL the servers are the caller's.
 * @throws Error with what it printed when it does not start, or when there are no servers.
 */
export async function startCluster(
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestCluster> {
  const servers = settings.EVENT_STORE_URL === undefined ? await findServers() : null;
  const all = { ...clusterSettings(), ...servers?.settings, ...settings };
  const env = { ...toolSettings(), PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...all };
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code]): number | null => code);
  process.once('exit', () => child.kill('SIGTERM'));
  const said: string[] = [];
  const processes = new Map<string, { readonly pid: number; readonly url: string }>();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await servers?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        said.push(line);
        const [, name, pid, at] = /^(\w+ \d+): process (\d+) at (\S+)$/.exec(line) ?? [];
        if (name !== undefined) processes.set(name, { pid: Number(pid), url: `http://${at}` });
        const running = /^Linkledger is running at (\S+)$/.exec(line)?.[1];
        if (running !== undefined) resolve(running);
      });
      void ended.then((code) => reject(new Error(`the cluster ended with ${code}: ${errors}\n${said.join('\n')}`)));
    });
    resetPosition(url);
    const stop = () => {
      child.kill('SIGTERM');
      return ended;
    };
    return { url, settings: all, said, processes, stop, kill: () => void child.kill('SIGKILL'), close };
  } catch (error) {
    await close();
    throw error;
  }
}
