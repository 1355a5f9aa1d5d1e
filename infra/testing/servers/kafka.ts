/** A Kafka broker for tests. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { findProgram, startServer } from './find-server.ts';

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
  const file = findProgram(PROGRAM);
  if (file === null) throw new Error(NO_KAFKA);
  const server = await startServer({
    ...{ file, ports: 2, isHealthy: isReady },
    env: { KAFKA_HEAP_OPTS: '-Xmx512m' },
    args(ports, folder) {
      const settings = path.join(folder, 'server.properties');
      writeFileSync(settings, settingsOf(ports, folder));
      const format = ['format', '--ignore-formatted', '-t', CLUSTER_ID, '-c', settings];
      execFileSync(path.join(path.dirname(file), 'kafka-storage.sh'), format);
      return [settings];
    },
  });
  return {
    brokers: [`127.0.0.1:${server.ports[0]}`],
    stop: () => server.stop(),
    async lose() {
      await server.signal('SIGKILL');
      rmSync(path.join(server.folder, DATA), { recursive: true, force: true });
      await server.start();
    },
  };
}

function settingsOf([port, controller]: readonly number[], folder: string): string {
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `log.dirs=${path.join(folder, DATA)}`,
    'offsets.topic.replication.factor=1',
    'auto.create.topics.enable=false',
    'group.initial.rebalance.delay.ms=100',
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
