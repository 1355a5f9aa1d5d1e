import test from 'ava';
import type { ITopicMetadata } from 'kafkajs';
import { StartError } from '../../ports/process/start-error.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { type SetupAdmin, TOPIC_NAMES, TopicSetup } from './topic-setup.ts';

const { signal } = new AbortController();

const topicsWith = (replicas: readonly number[]): ITopicMetadata[] =>
  TOPIC_NAMES.map((name) => ({
    name,
    partitions: [{ partitionErrorCode: 0, partitionId: 0, leader: 1, replicas: [...replicas], isr: [...replicas] }],
  }));

/** Brokers that answer each request for metadata with the next of these failures, then with all topics. */
function brokers(
  failures: readonly string[],
  { replicas = [1, 2, 3], written = '2' }: { replicas?: readonly number[]; written?: string } = {},
) {
  const waiting = [...failures];
  const created: object[] = [];
  const admin: SetupAdmin = {
    async fetchTopicMetadata() {
      const type = waiting.length > 1 ? waiting.shift() : waiting.pop();
      if (type !== undefined) throw Object.assign(new Error(type), { type, retriable: true });
      return { topics: topicsWith(replicas) };
    },
    listTopics: async () => [],
    describeCluster: async () => ({
      ...{ clusterId: 'c', controller: 1 },
      brokers: replicas.map((nodeId) => ({ nodeId, host: 'kafka', port: 9092 })),
    }),
    async createTopics({ topics }) {
      created.push(...topics);
      return true;
    },
    describeConfigs: async () => ({
      throttleTime: 0,
      resources: TOPIC_NAMES.map((resourceName) => ({
        ...{ errorCode: 0, errorMessage: '', resourceType: 2, resourceName },
        configEntries: [
          {
            ...{ configName: 'min.insync.replicas', configValue: written, isDefault: false, configSource: 1 },
            ...{ isSensitive: false, readOnly: false, configSynonyms: [] },
          },
        ],
      })),
    }),
  };
  return { admin, created };
}

test('topics that were just created, and leaders that are just moving, are waited for', async (t) => {
  const { admin, created } = brokers([
    ...['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE', 'NOT_LEADER_FOR_PARTITION'],
    ...['GROUP_COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR_FOR_GROUP', 'NOT_CONTROLLER'],
  ]);
  await new TopicSetup(admin, '', 1).create(signal);
  t.is(created.length, TOPIC_NAMES.length);
});

test('what is still moving after the stated time is named, and nothing is said to be refused', async (t) => {
  const { admin } = brokers(Array(1_000).fill('LEADER_NOT_AVAILABLE'));
  const error = await t.throwsAsync(new TopicSetup(admin, '', 1, 200).create(signal), { instanceOf: StartError });
  t.regex(error.message, /^The topics of Kafka are not ready after 0\.2 seconds: LEADER_NOT_AVAILABLE\. /);
});

test('topics that may not be created are named', async (t) => {
  const { admin } = brokers(['UNKNOWN_TOPIC_OR_PARTITION']);
  const error = await t.throwsAsync(
    new TopicSetup({ ...admin, createTopics: () => Promise.reject(new Error('not authorized')) }, 'a.').create(signal),
    { instanceOf: StartError },
  );
  t.regex(error.message, /refuses to create them: not authorized\. Create a\.checks\.hurried \(48 partitions\), /);
});

test('with three brokers, two must write a message, and topics for which this is not so are logged', async (t) => {
  const unsafe = [
    { replicas: [1, 2, 3], written: '1' },
    { replicas: [1, 2, 3], written: '2' },
  ].map(async (topics) => {
    const log = recordingLog();
    const { admin, created } = brokers(['UNKNOWN_TOPIC_OR_PARTITION'], topics);
    const setup = new TopicSetup(admin, '', 1);
    await setup.create(signal);
    await setup.examine(log);
    t.like(created[0], { replicationFactor: 3 });
    t.true(JSON.stringify(created[0]).includes('{"name":"min.insync.replicas","value":"2"}'));
    return log.lines;
  });
  const [weak = [], safe] = await Promise.all(unsafe);
  t.regex(JSON.stringify(weak), /warn.*min\.insync\.replicas 2.*link-status/);
  t.deepEqual(safe, []);
});

test('one broker is enough: each message is then in one place', async (t) => {
  const log = recordingLog();
  const { admin, created } = brokers(['UNKNOWN_TOPIC_OR_PARTITION'], { replicas: [1], written: '1' });
  const setup = new TopicSetup(admin, '', 1);
  await setup.create(signal);
  await setup.examine(log);
  t.like(created[0], { replicationFactor: 1 });
  t.false(JSON.stringify(created).includes('min.insync'));
  t.deepEqual(log.lines, []);
});
