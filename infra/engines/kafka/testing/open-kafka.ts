/** Connections to the tests' broker; each test has its own topics. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import kafkajs, { Kafka as Client, logLevel } from 'kafkajs';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { TOPIC_NAMES } from '../topic-setup.ts';
import { type Kafka, type KafkaOptions, openKafka } from '../topics.ts';

/** How many partitions a mock broker gives to a topic. */
const PARTITIONS = 4;
/** Milliseconds that a broker may take to create topics, shorter than the client waits: a busy machine is slow. */
const PATIENCE_MS = 25_000;
/** More than a broker allows by default: other programs may also write to an installation's topics. */
const CONFIG = [{ name: 'max.message.bytes', value: '3000000' }];

/** A namespace without topics. */
export function emptyNamespace(): string {
  return `t${randomUUID()}.`;
}

function prefixOf(namespace: string): string {
  return `${namespace}linkledger.`;
}

function topicsOf(namespace: string): string[] {
  return TOPIC_NAMES.map((name) => prefixOf(namespace) + name);
}

/** A new namespace with all topics. */
export async function newNamespace(brokers: readonly string[]): Promise<string> {
  const namespace = emptyNamespace();
  const names = topicsOf(namespace);
  if (await createTopics(brokers, names)) return namespace;
  // A mock broker does not create topics on request, but creates each topic that it is asked about.
  const producer = clientOf(brokers).producer({ allowAutoTopicCreation: true });
  await producer.connect();
  for (const topic of names) await producer.send({ topic, messages: [] });
  await producer.disconnect();
  return namespace;
}

/** Whether the broker creates topics on request. A mock broker does not. */
export function canCreateTopics(brokers: readonly string[]): Promise<boolean> {
  return createTopics(brokers, [`${emptyNamespace()}any`]);
}

async function createTopics(brokers: readonly string[], names: readonly string[]): Promise<boolean> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  const topics = names.map((topic) => ({
    ...{ topic, numPartitions: PARTITIONS, replicationFactor: 1 },
    configEntries: CONFIG,
  }));
  try {
    const created = await admin.createTopics({ topics, timeout: PATIENCE_MS, waitForLeaders: false });
    // Each partition has its leader once its offsets can be read.
    for (const topic of names) await waitUntil(() => admin.fetchTopicOffsets(topic).catch(() => null));
    return created;
  } catch (error) {
    // A mock broker names a controller that does not exist.
    if (error instanceof Error && error.name === 'KafkaJSBrokerNotFound') return false;
    throw error;
  } finally {
    await admin.disconnect();
  }
}

function clientOf(brokers: readonly string[]): Client {
  return new Client({ brokers: [...brokers], logLevel: logLevel.NOTHING });
}

/** The topics of a namespace as the broker has them, without their prefix. */
export async function describeTopics(brokers: readonly string[], namespace: string) {
  const names = topicsOf(namespace);
  const admin = clientOf(brokers).admin();
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  await admin.disconnect();
  return topics.map(({ name, partitions }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const config = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    return {
      name: name.slice(prefixOf(namespace).length),
      partitions: partitions.length,
      policy: config.get('cleanup.policy'),
      days: Number(config.get('retention.ms')) / 86_400_000,
      maxBytes: Number(config.get('max.message.bytes')),
    };
  });
}

/** A connection that is closed after the test. */
export async function openTestKafka(
  t: ExecutionContext,
  options: Pick<KafkaOptions, 'brokers' | 'namespace'> & Partial<KafkaOptions>,
): Promise<Kafka> {
  const kafka = await openKafka(testOptions(options));
  t.teardown(() => kafka.close());
  return kafka;
}

/** The options of a plain connection in tests. */
export function testOptions(
  options: Pick<KafkaOptions, 'brokers' | 'namespace'> & Partial<KafkaOptions>,
): KafkaOptions {
  const { logger } = recordingLogger();
  return { ssl: false, caFile: null, sasl: null, logger, partitions: PARTITIONS, sessionMs: 6_000, ...options };
}
