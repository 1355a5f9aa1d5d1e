/**
 * A check queue over Kafka. Orders are keyed by host, so that one checker makes all visits to a host. An order is
 * committed once the brokers store its report, or two minutes after a checker took it: the server announces an open
 * order again, so a host that must wait does not delay others.
 */
import { once } from 'node:events';
import type { CheckQueue } from '../../ports/process/check-queue.ts';
import type { GroupMember } from './consumer.ts';
import { HeldOrders, WaitingOrders } from './held-orders.ts';
import { decode, encode, MessageError } from './messages.ts';
import type { Delivery } from './own-partitions.ts';
import { ReportWork } from './report-work.ts';
import { MAX_BYTES, type TopicName } from './topic-setup.ts';
import type { Kafka } from './topics.ts';

interface HasCheckId {
  readonly checkId: string;
}

export interface QueueSetup<Order, Report> {
  /** The group of the checkers. */
  readonly group: string;
  /** The topics of orders. Those of the first, which people wait for, are still taken while the second must wait. */
  readonly orders: readonly [TopicName, ...TopicName[]];
  topicOf(order: Order): TopicName;
  /** Orders of one host go to one checker. */
  hostOf(order: Order): string;
  readonly reports: TopicName;
  /** The group of the processes that take reports. */
  readonly receivers: string;
  /** Whether every process that takes reports gets each of them, from its start on. Default: only one does. */
  readonly toAll?: boolean;
  /** Reports with the same key are taken one after another. */
  keyOf(report: Report): string;
  /** Whether the report ends its order. */
  settles(report: Report): boolean;
  /** Of one message. Default 1,000,000. */
  readonly maxOrderBytes?: number;
  readonly maxReportBytes?: number;
}

/** The most orders that a checker may hold without a report, and the most reports that may wait to be recorded. */
const MAX_OPEN = 5_000;
/** Orders that people wait for are taken up to this multiple. */
const HURRIED_FACTOR = 1.5;
/** Milliseconds after which an order is committed even without a report. */
const LET_GO_MS = 120_000;

/** Opens the queue. Nothing is read before `orders` or `reports` is called. */
export function openKafkaQueue<Order extends HasCheckId, Report extends HasCheckId>(
  kafka: Kafka,
  setup: QueueSetup<Order, Report>,
  letGoMs = LET_GO_MS,
): CheckQueue<Order, Report> {
  const { maxOrderBytes = MAX_BYTES, maxReportBytes = MAX_BYTES } = setup;
  const held = new HeldOrders(letGoMs);
  /** Of the orders that checkers got. */
  const deliveries = new WeakMap<Order, Delivery>();
  const receivers = setup.toAll ? `${setup.receivers}.${kafka.process}` : setup.receivers;
  const hurried = kafka.fullName(setup.orders[0]);
  let receiving: GroupMember | null = null;

  return {
    async announce(orders, signal) {
      kafka.watch(setup.group, setup.orders);
      // The process that sends orders must be able to receive the report.
      if (setup.toAll && receiving !== null) await orAborted(receiving.ready, signal);
      for (const [topic, some] of Map.groupBy(orders, (order) => setup.topicOf(order))) {
        if (signal.aborted) return;
        const messages = some.map((order) => encode(setup.hostOf(order), order));
        await orAborted(kafka.publish(topic, messages), signal);
      }
    },

    async *orders(signal) {
      kafka.watch(setup.group, setup.orders);
      const waiting = new WaitingOrders<Order>();
      const member = kafka.join({
        ...{ group: setup.group, topics: setup.orders, from: 'earliest' },
        room(topic, open) {
          if (signal.aborted) return 0;
          return (topic === hurried ? MAX_OPEN * HURRIED_FACTOR : MAX_OPEN) - open;
        },
        take(received) {
          for (const delivery of received) {
            const order = read<Order>(kafka, delivery, maxOrderBytes, signal);
            if (order !== null) waiting.add(order, delivery);
          }
        },
      });
      const lettingGo = setInterval(() => held.letGo(), letGoMs / 4);
      try {
        while (!signal.aborted) {
          await orAborted(waiting.arrived, signal);
          const batch = signal.aborted ? [] : waiting.takeAll();
          for (const { order, delivery } of batch) {
            held.add(order.checkId, delivery);
            deliveries.set(order, delivery);
          }
          if (batch.length > 0) yield batch.map(({ order }) => order);
        }
      } finally {
        clearInterval(lettingGo);
        // Running visits still end here. If others are left, the partitions move when the process closes.
        void held.whenEmpty().then(() => member.stop());
      }
    },

    isLost: (order) => deliveries.get(order)?.isLost() ?? false,

    async report(report) {
      const message = encode(setup.keyOf(report), report);
      const bytes = Buffer.byteLength(message.value ?? '');
      if (bytes > maxReportBytes) {
        throw new MessageError(`a report has ${bytes} bytes; at most ${maxReportBytes} are allowed`);
      }
      await kafka.publish(setup.reports, [message]);
      if (setup.settles(report)) held.settle(report.checkId);
    },

    async reports(take, signal) {
      const bury = ({ message }: Delivery, error: unknown) => kafka.bury(message, error, signal);
      const work = new ReportWork<Report>({ take, bury, signal, logger: kafka.logger });
      if (!setup.toAll) kafka.watch(receivers, [setup.reports]);
      const member = kafka.join({
        ...{ group: receivers, topics: [setup.reports], from: setup.toAll ? 'latest' : 'earliest' },
        room: (_, open) => (signal.aborted ? 0 : MAX_OPEN - open),
        take(deliveries) {
          for (const delivery of deliveries) {
            const report = read<Report>(kafka, delivery, maxReportBytes, signal);
            if (report !== null) work.add(setup.keyOf(report), report, delivery);
          }
        },
      });
      receiving = member;
      if (!signal.aborted) await once(signal, 'abort');
      receiving = null;
      await work.ended();
      await member.stop();
    },
  };
}

/** The order or report of a message; null for an unusable message, which goes to the topic `dead`. */
function read<T extends HasCheckId>(kafka: Kafka, delivery: Delivery, maxBytes: number, signal: AbortSignal): T | null {
  try {
    // `v` guarantees that the writer's type is the reader's.
    return decode(delivery.message, maxBytes) as T;
  } catch (error) {
    void kafka.bury(delivery.message, error, signal).then((isBuried) => {
      if (isBuried) delivery.done();
    });
    return null;
  }
}

/** Resolves with the promise, or when the signal aborts. */
async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const abort = () => resolve();
  signal.addEventListener('abort', abort, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', abort);
}
