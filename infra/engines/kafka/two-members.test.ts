import test from 'ava';
import type { CheckQueue } from '../../ports/process/check-queue.ts';
import { checkQueueContract, type QueueItem } from '../../testing/contracts/check-queue.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { openTestQueue } from './testing/test-queue.ts';
import type { Kafka } from './topics.ts';

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  checkQueueContract(async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const open = async () => openTestQueue(await openTestKafka(t, { ...broker, namespace }));
    return together(await open(), await open());
  });

  test('two checkers divide the hosts: all orders of a host go to the same checker, urgent or not', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const open = () => openTestKafka(t, { ...broker, namespace });
    const hostOf = ({ checkId }: QueueItem) => checkId.split(' ')[0] ?? '';
    const queues = [openTestQueue(await open(), { hostOf }), openTestQueue(await open(), { hostOf })];
    const stop = new AbortController();
    const taken = queues.map(() => new Set<string>());
    const checking = queues.map(async (queue, index) => {
      for await (const batch of queue.orders(stop.signal)) {
        for (const item of batch) {
          taken[index]?.add(item.checkId);
          await queue.report(item);
        }
      }
    });
    const hosts = Array.from({ length: 40 }, (_, host) => `${host}.example`);
    const idOf = (host: string, text: string, round: number) => `${host} ${text} ${round}`;
    /** By member: the hosts whose urgent orders of a round it took, and the hosts of its other orders. */
    const divide = async (round: number) => {
      const orders = hosts.flatMap((host) =>
        ['hurried', 'patient'].map((text) => ({ checkId: idOf(host, text, round), text })),
      );
      await queues[0]?.announce(orders, stop.signal);
      await waitUntil(() => orders.every(({ checkId }) => taken.some((own) => own.has(checkId))));
      return taken.map((own) =>
        ['hurried', 'patient'].map((text) => hosts.filter((host) => own.has(idOf(host, text, round)))),
      );
    };
    // Until the group has both members, their first rounds may be delivered to both.
    let round = 0;
    const isDivided = (parts: readonly (readonly string[][])[]) =>
      parts.every(([hurried = [], patient = []]) => hurried.length > 0 && hurried.join() === patient.join()) &&
      parts.flatMap(([hurried = []]) => hurried).length === hosts.length;
    const [one, other] = await waitUntil(async () => {
      round += 1;
      const parts = await divide(round);
      return isDivided(parts) && parts;
    });
    t.deepEqual([...(one?.[0] ?? []), ...(other?.[0] ?? [])].toSorted(), hosts.toSorted());
    stop.abort();
    await Promise.all(checking);
  });

  test('orders of hosts that move to another checker are lost to the first, until the hosts come back', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const members = [
      await openTestKafka(t, { ...broker, namespace }),
      await openTestKafka(t, { ...broker, namespace }),
    ] as const;
    const [one, other] = [checker(members[0]), checker(members[1])];
    const orders = Array.from({ length: 40 }, (_, host) => ({ checkId: `${host}.example`, text: 'patient' }));
    one.start();
    await one.queue.announce(orders, one.stop.signal);
    await waitUntil(() => one.taken.length === 40);
    t.deepEqual(one.lost(), []);

    other.start();
    await waitUntil(() => other.taken.length > 0 && one.lost().length === other.taken.length);
    t.deepEqual(one.lost(), other.taken.map(({ checkId }) => checkId).toSorted());
    t.true(one.lost().length < 40);
    t.deepEqual(other.lost(), []);

    await other.leave();
    await members[1].close();
    await waitUntil(() => one.lost().length === 0);
    await one.leave();
  });
} else test.skip(NO_KAFKA, (t) => t.fail());

/** A checker that takes orders, each of its own host, and reports nothing. */
function checker(kafka: Kafka) {
  const queue = openTestQueue(kafka, { hostOf: ({ checkId }) => checkId });
  const stop = new AbortController();
  const taken: QueueItem[] = [];
  let taking = Promise.resolve();
  return {
    ...{ queue, stop, taken },
    start() {
      taking = (async () => {
        for await (const batch of queue.orders(stop.signal)) taken.push(...batch);
      })();
    },
    lost: () =>
      taken
        .filter((order) => queue.isLost(order))
        .map(({ checkId }) => checkId)
        .toSorted(),
    async leave() {
      stop.abort();
      await taking;
    },
  };
}

/** Two members of each group as one queue. */
function together(
  one: CheckQueue<QueueItem, QueueItem>,
  other: CheckQueue<QueueItem, QueueItem>,
): CheckQueue<QueueItem, QueueItem> {
  return {
    announce: (orders, signal) => one.announce(orders, signal),
    isLost: (order) => one.isLost(order) || other.isLost(order),
    report: (report) => other.report(report),
    async *orders(signal) {
      const sources = [one, other].map((queue) => queue.orders(signal)[Symbol.asyncIterator]());
      const next = sources.map((source) => source.next());
      for (;;) {
        const [index, { done, value }] = await Promise.race(
          next.map(async (promise, place) => [place, await promise] as const),
        );
        if (done) break;
        next[index] = sources[index]!.next();
        yield value;
      }
      await Promise.all(next);
    },
    async reports(take, signal) {
      await Promise.all([one.reports(take, signal), other.reports(take, signal)]);
    },
  };
}
