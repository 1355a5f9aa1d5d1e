/** Connections to the broker of the tests, each test with topics of its own. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { Kafka as Client, logLevel } from 'kafkajs';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { type Kafka, type KafkaOptions, openKafka, TOPIC_NAMES } from '../topics.ts';

/** So many partitions a mock broker gives to a topic. */
const PARTITIONS = 4;

/** A new namespace with all topics. */
export async function newNamespace(brokers: readonly string[]): Promise<string> {
  const namespace = `t${randomUUID()}.`;
  const client = new Client({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const [admin, producer] = [client.admin(), client.producer({ allowAutoTopicCreation: true })];
  await Promise.all([admin.connect(), producer.connect()]);
  const topics = TOPIC_NAMES.map((name) => `${namespace}linkledger.${name}`);
  try {
    await admin.createTopics({
      topics: topics.map((topic) => ({ topic, numPartitions: PARTITIONS, replicationFactor: 1 })),
    });
  } catch {
    // A mock broker creates no topic on request, but each topic that it is asked about.
    for (const topic of topics) await producer.send({ topic, messages: [] });
  }
  await Promise.all([admin.disconnect(), producer.disconnect()]);
  return namespace;
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
