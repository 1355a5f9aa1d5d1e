/**
 * The check queue over Kafka beside the bare client: `node infra/bench/engines/queue.ts [orders]` (default 20,000; half a
 * minute). The broker is that of TEST_KAFKA_BROKERS, else kafka-server-start.sh on the PATH. The checkers visit nothing:
 * they report each order at once.
 */
import { Kafka as Client, logLevel, Partitioners } from 'kafkajs';
import type { CheckOrder, CheckQueues } from '../../../command-service/contract/check-contract.ts';
import { kafkaQueues } from '../../engines/kafka/queues.ts';
import { judgedLive } from '../../engines/kafka/testing/judged-live.ts';
import { newNamespace, testOptions } from '../../engines/kafka/testing/open-kafka.ts';
import { openKafka } from '../../engines/kafka/topics.ts';
import { hasKafka, NO_KAFKA, startKafka } from '../../testing/servers/kafka.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from '../measure.ts';

const ROUNDS = 200;
const PAGE = 1_000;
const LARGEST_WAIT_MS = 100;

/** A queue with checkers that report at once. */
interface Way {
  /** Sends orders and resolves when all their reports are back. */
  send(orders: readonly CheckOrder[]): Promise<void>;
  close(): Promise<void>;
}

let sent = 0;
function ordersOf(count: number): readonly CheckOrder[] {
  return Array.from({ length: count }, () => {
    sent += 1;
    const articleLink = `https://magazine-${sent % 500}.example/${sent}`;
    return { linkId: `l${sent}`, checkId: `c${sent}`, articleLink, clientLink: 'https://client.example/' };
  });
}

/** Resolves promises of checks as their reports come back. */
class Replies {
  readonly #waiting = new Map<string, () => void>();

  take(checkId: string): void {
    this.#waiting.get(checkId)?.();
    this.#waiting.delete(checkId);
  }

  async all(orders: readonly CheckOrder[]): Promise<void> {
    await Promise.all(orders.map(({ checkId }) => new Promise<void>((done) => this.#waiting.set(checkId, done))));
  }
}

async function sendAll(
  orders: readonly CheckOrder[],
  replies: Replies,
  sendPage: (page: readonly CheckOrder[]) => Promise<void>,
): Promise<void> {
  const replied = replies.all(orders);
  for (let start = 0; start < orders.length; start += PAGE) await sendPage(orders.slice(start, start + PAGE));
  await replied;
}

async function openQueue(brokers: readonly string[], checkers: number): Promise<Way> {
  const namespace = await newNamespace(brokers);
  const open = () => openKafka(testOptions({ brokers, namespace }));
  const [server, ...others] = await Promise.all(Array.from({ length: checkers + 1 }, open));
  if (server === undefined) throw new Error('no server was opened');
  const stop = new AbortController();
  const replies = new Replies();
  const { checks } = kafkaQueues<CheckQueues>(server);
  const work = [
    checks.reports(async ({ checkId }) => replies.take(checkId), stop.signal),
    ...others.map(async (other) => {
      const queue = kafkaQueues<CheckQueues>(other).checks;
      for await (const batch of queue.orders(stop.signal)) {
        await Promise.all(batch.map((order) => queue.report(judgedLive(order))));
      }
    }),
  ];
  return {
    send: (orders) => sendAll(orders, replies, (page) => checks.announce(page, stop.signal)),
    async close() {
      stop.abort();
      await Promise.all(work);
      await Promise.all([server, ...others].map((kafka) => kafka.close()));
    },
  };
}

/** The same messages, with the client alone. It commits as it likes, and reports a batch in one request. */
async function openBare(brokers: readonly string[]): Promise<Way> {
  const namespace = await newNamespace(brokers);
  const [asked, answered] = ['checks.hurried', 'checks.reported'].map((name) => `${namespace}linkledger.${name}`);
  if (asked === undefined || answered === undefined) throw new Error('a topic has no name');
  const client = new Client({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const producer = client.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  const consumers = ['checker', 'reporter'].map((group) =>
    client.consumer({ groupId: `${namespace}${group}`, maxWaitTimeInMs: LARGEST_WAIT_MS }),
  );
  const [checker, reporter] = consumers;
  const replies = new Replies();
  await producer.connect();
  await Promise.all(consumers.map((consumer) => consumer.connect()));
  await checker?.subscribe({ topic: asked, fromBeginning: true });
  await reporter?.subscribe({ topic: answered, fromBeginning: true });
  await checker?.run({
    async eachBatch({ batch }) {
      const orders = batch.messages.map(({ value }): CheckOrder => JSON.parse(String(value)));
      const messages = orders.map((order) => ({ key: order.linkId, value: JSON.stringify(judgedLive(order)) }));
      await producer.send({ topic: answered, acks: -1, messages });
    },
  });
  await reporter?.run({
    eachBatch: async ({ batch }) => {
      for (const { value } of batch.messages) replies.take(JSON.parse(String(value)).checkId);
    },
  });
  return {
    send: (orders) =>
      sendAll(orders, replies, async (page) => {
        const messages = page.map((order) => ({ key: new URL(order.articleLink).host, value: JSON.stringify(order) }));
        await producer.send({ topic: asked, acks: -1, messages });
      }),
    async close() {
      await Promise.all([producer, ...consumers].map((part) => part.disconnect()));
    },
  };
}

if (hasKafka) await benchQueue(Number(process.argv[2] ?? 20_000));
else console.log(NO_KAFKA);

async function benchQueue(count: number): Promise<void> {
  const broker = await startKafka();
  const { brokers } = broker;
  const [queue, bare] = [await openQueue(brokers, 1), await openBare(brokers)];
  await Promise.all([queue.send(ordersOf(1)), bare.send(ordersOf(1))]);

  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(() => queue.send(ordersOf(1))));
    theirs.push(await timed(() => bare.send(ordersOf(1))));
  }
  printRow('One order to a checker and its report back', 'median', '95 of 100');
  printRow('  queue', formatMs(median(ours)), formatMs(percentile(ours, 0.95)));
  printRow('  bare client', formatMs(median(theirs)), formatMs(percentile(theirs, 0.95)));
  printGoal(
    'Order to a checker and back, without the visit, ms',
    median(ours),
    'at most',
    250,
    `${ROUNDS} orders, one at a time`,
  );

  const oursMs = await timed(() => queue.send(ordersOf(count)));
  const theirsMs = await timed(() => bare.send(ordersOf(count)));
  await Promise.all([queue.close(), bare.close()]);
  const three = await openQueue(brokers, 3);
  await three.send(ordersOf(1));
  const threeMs = await timed(() => three.send(ordersOf(count)));
  await three.close();
  printRow(`${count.toLocaleString('en')} orders at once`, 'a second');
  printRow('  queue, one checker', rate(count, oursMs));
  printRow('  queue, three checkers in one process', rate(count, threeMs));
  printRow('  bare client', rate(count, theirsMs));
  await broker.stop();
}
