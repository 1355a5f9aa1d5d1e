/** A Kafka broker for tests. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { findProgram, freePorts, type ServerProcess, startServer } from './find-server.ts';

const PROGRAM = 'kafka-server-start.sh';
/** Its data, in the folder of the server. */
const DATA = 'data';

/** Any id: a random one may begin with a dash, which the program takes for an option. */
const CLUSTER_ID = 'bGlua2xlZGdlci10ZXN0cw';

/** The title of the skipped test of a suite that found no broker. */
export const NO_KAFKA = `SKIPPED: no Kafka. Set TEST_KAFKA_BROKERS, or put ${PROGRAM} on the PATH`;

export interface TestBroker {
  readonly brokers: readonly string[];
  stop(): Promise<void>;
}

/** Whether tests can start a broker of their own. */
export const hasKafkaProgram = findProgram(PROGRAM) !== null;

/** Whether tests can have a broker: TEST_KAFKA_BROKERS, or the program on the PATH. */
export const hasKafka = Boolean(process.env.TEST_KAFKA_BROKERS) || findProgram(PROGRAM) !== null;

/**
 * The brokers of TEST_KAFKA_BROKERS, or one that is started for this test process.
 * @throws Error when there is none, or it does not start.
 */
export async function startKafka(): Promise<TestBroker> {
  const given = process.env.TEST_KAFKA_BROKERS;
  if (given) return { brokers: given.split(','), stop: async () => {} };
  return startOwnKafka();
}

/**
 * Starts a broker; `lose` kills it, removes its data and starts it again.
 * @throws Error when there is no program, or it does not start.
 */
export async function startOwnKafka(): Promise<TestBroker & { lose(): Promise<void> }> {
  const [port = 0, controller = 0] = await freePorts(2);
  const server = await startNode([port], [controller], 0);
  return {
    brokers: [`127.0.0.1:${port}`],
    stop: () => server.stop(),
    async lose() {
      await server.signal('SIGKILL');
      rmSync(path.join(server.folder, DATA), { recursive: true, force: true });
      await server.start();
    },
  };
}

/**
 * Starts three brokers, each of which can be killed and started again.
 * @throws Error when there is no program, or they do not start.
 */
export async function startThreeKafkas(): Promise<TestBroker & { readonly nodes: readonly ServerProcess[] }> {
  const ports = await freePorts(6);
  const [listeners, controllers] = [ports.slice(0, 3), ports.slice(3)];
  const started = await Promise.allSettled(listeners.map((_, index) => startNode(listeners, controllers, index)));
  const nodes = started.flatMap((node) => (node.status === 'fulfilled' ? node.value : []));
  const failed = started.find((node) => node.status === 'rejected');
  if (failed !== undefined) {
    await Promise.all(nodes.map((node) => node.stop()));
    throw failed.reason;
  }
  return {
    nodes,
    brokers: listeners.map((port) => `127.0.0.1:${port}`),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** Starts the broker at an index of a cluster with these ports. */
function startNode(
  listeners: readonly number[],
  controllers: readonly number[],
  index: number,
): Promise<ServerProcess> {
  const file = findProgram(PROGRAM);
  if (file === null) throw new Error(NO_KAFKA);
  return startServer({
    ...{ file, ports: 0, isHealthy: () => isReady(listeners.slice(index, index + 1)) },
    env: { KAFKA_HEAP_OPTS: '-Xmx512m' },
    args(_, folder) {
      const settings = path.join(folder, 'server.properties');
      writeFileSync(settings, settingsOf(listeners, controllers, index, folder));
      const format = ['format', '--ignore-formatted', '-t', CLUSTER_ID, '-c', settings];
      execFileSync(path.join(path.dirname(file), 'kafka-storage.sh'), format);
      return [settings];
    },
  });
}

function settingsOf(
  listeners: readonly number[],
  controllers: readonly number[],
  index: number,
  folder: string,
): string {
  const voters = controllers.map((port, node) => `${node + 1}@127.0.0.1:${port}`);
  return [
    'process.roles=broker,controller',
    `node.id=${index + 1}`,
    `listeners=PLAINTEXT://127.0.0.1:${listeners[index]},CONTROLLER://127.0.0.1:${controllers[index]}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${listeners[index]}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    `controller.quorum.voters=${voters}`,
    `log.dirs=${path.join(folder, DATA)}`,
    `offsets.topic.replication.factor=${listeners.length}`,
    'auto.create.topics.enable=false',
    'group.initial.rebalance.delay.ms=100',
    // The first of three brokers waits for the others, which start slowly on a busy machine. Only guards against hanging.
    'initial.broker.registration.timeout.ms=600000',
  ].join('\n');
}

/** Whether it creates topics: it listens before it can. */
async function isReady([port]: readonly number[]): Promise<boolean> {
  const brokers = [`127.0.0.1:${port}`];
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING, retry: { retries: 0 } }).admin();
  try {
    await admin.connect();
    const { brokers: known, controller } = await admin.describeCluster();
    return known.some(({ nodeId }) => nodeId === controller);
  } finally {
    await admin.disconnect();
  }
}
