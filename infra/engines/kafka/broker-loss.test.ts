/** One of three brokers is lost, and comes back, while orders and statuses pass. */
import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { type Admin, Kafka as Client, logLevel } from 'kafkajs';
import { hasKafkaProgram, startThreeKafkas } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openTestKafka } from './testing/open-kafka.ts';
import { SteadyLoad } from './testing/steady-load.ts';

const NO_PROGRAM = 'SKIPPED: no Kafka is lost. Put kafka-server-start.sh on the PATH';
/** Enough that each broker leads some. */
const PARTITIONS = 12;
/** Longer than any pause of this machine: no member may lose its session. */
const SESSION_MS = 30_000;
const UUID = '-00000000-0000-0000-0000-000000000000';
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function connect(t: ExecutionContext, client: Client): Promise<Admin> {
  const admin = client.admin();
  await admin.connect();
  t.teardown(() => admin.disconnect());
  return admin;
}

/** Whether all replicas have everything, so that another broker may be lost. */
async function isComplete(admin: Admin): Promise<boolean> {
  const { topics } = await admin.fetchTopicMetadata();
  return topics.every(({ partitions }) => partitions.every(({ isr, replicas }) => isr.length === replicas.length));
}

async function membersOf(admin: Admin, group: string): Promise<readonly string[]> {
  const { groups } = await admin.describeGroups([group]);
  return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId)).toSorted();
}

/** A member's id is the id of its process, a dash and a UUID. */
function processesOf(members: readonly string[]): readonly string[] {
  return members.map((member) => member.slice(0, -UUID.length)).toSorted();
}

/** Resolves when the group has committed all messages that are now in the topic. */
async function commitsAll(admin: Admin, groupId: string, topic: string): Promise<void> {
  const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]));
  await waitUntil(async () => {
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] }).catch(() => []);
    return committed?.partitions.every(({ partition, offset }) => Number(offset) >= (ends.get(partition) ?? 0));
  });
}

/** The keys in a topic, until all wanted keys are there. */
async function readKeys(t: ExecutionContext, client: Client, topic: string, wanted: readonly string[]) {
  const keys = new Set<string>();
  const consumer = client.consumer({ groupId: 'another program' });
  t.teardown(() => consumer.disconnect());
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ eachMessage: async ({ message }) => void keys.add(String(message.key)) });
  await waitUntil(() => wanted.every((key) => keys.has(key)));
  return keys;
}

if (hasKafkaProgram) {
  test('each of three brokers is killed and comes back: every order is reported, every status is there', async (t) => {
    const cluster = await startThreeKafkas();
    t.teardown(() => cluster.stop());
    const client = new Client({ brokers: [...cluster.brokers], logLevel: logLevel.NOTHING });
    const admin = await connect(t, client);
    const open = () => openTestKafka(t, { ...cluster, namespace: '', partitions: PARTITIONS, sessionMs: SESSION_MS });
    const server = await open();
    const load = new SteadyLoad(server, [await open(), await open()]);
    t.teardown(() => load.stop());
    const flowsOn = async () => {
      const next = load.orders + 1_000;
      await waitUntil(() => load.orders > next);
      const open = new Set(load.unreported().slice(0, 1_000));
      await waitUntil(() => load.unreported().every((checkId) => !open.has(checkId)));
    };
    const warnings: string[] = [];
    process.on('warning', ({ message }) => warnings.push(message));
    await flowsOn();
    const groups = ['checker', 'reporter'].map((group) => server.fullName(group));
    const members = () => Promise.all(groups.map((group) => membersOf(admin, group)));
    let before = await members();
    let joinedAgain = 0;

    for (const [index, node] of cluster.nodes.entries()) {
      await waitUntil(() => isComplete(admin).catch(() => false));
      load.longest();
      await node.signal('SIGKILL');
      await flowsOn();
      const { publishing, reading } = load.longest();
      t.log(`broker ${index + 1} was killed: published after ${seconds(publishing)}, read after ${seconds(reading)}`);
      await commitsAll(admin, server.fullName('checker'), server.fullName('checks.patient'));
      const processes = before.map(processesOf);
      const after = await waitUntil(async () => {
        const found = await members().catch(() => null);
        return found !== null && isDeepStrictEqual(found.map(processesOf), processes) && found;
      });
      if (!isDeepStrictEqual(after, before)) joinedAgain += 1;
      before = after;
      await node.start();
      await flowsOn();
    }
    await load.endProducing();
    await waitUntil(() => load.unreported().length === 0);
    await readKeys(t, client, server.fullName('link-status'), load.statuses);
    // On a busy machine Kafka may take longer than members look for their coordinator; then they join again.
    t.true(joinedAgain <= 1, `members joined again after ${joinedAgain} of three kills`);
    t.deepEqual(warnings, []);
    t.log(`${load.orders} orders, ${load.statuses.length} statuses`);
  });
} else test.skip(NO_PROGRAM, (t) => t.fail());
