import test from 'ava';
import type { CheckQueue } from '../../ports/check-queue.ts';
import { checkQueueContract, type QueueItem } from '../../testing/contracts/check-queue.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { openTestQueue } from './testing/test-queue.ts';

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

  test('two checkers divide the hosts: orders of one host go to one of them, and each gets some', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafkas = [await openTestKafka(t, { ...broker, namespace }), await openTestKafka(t, { ...broker, namespace })];
    const hostOf = ({ text }: QueueItem) => text;
    const queues = kafkas.map((kafka) => openTestQueue(kafka, { hostOf }));
    const stop = new AbortController();
    const hosts = queues.map(() => new Map<string, Set<string>>());
    const checking = queues.map(async (queue, index) => {
      for await (const batch of queue.orders(stop.signal)) {
        for (const { checkId, text } of batch) {
          hosts[index]!.set(text, (hosts[index]!.get(text) ?? new Set()).add(checkId));
          await queue.report({ checkId, text });
        }
      }
    });
    // Rounds, until the group has both members: an order of each of 40 hosts.
    const all = Array.from({ length: 40 }, (_, host) => `${host}.example`);
    let round = 0;
    await waitUntil(async () => {
      const orders = all.map((text) => ({ checkId: `${round}-${text}`, text }));
      round += 1;
      await queues[0]!.announce(orders, stop.signal);
      await waitUntil(() => orders.every(({ checkId, text }) => hosts.some((seen) => seen.get(text)?.has(checkId))));
      return hosts.every((seen) =>
        [...seen.values()].some((ids) => [...ids].some((id) => id.startsWith(`${round - 1}-`))),
      );
    });
    const last = hosts.map((seen) => all.filter((host) => seen.get(host)?.has(`${round - 1}-${host}`)));
    t.is(last[0]!.length + last[1]!.length, all.length);
    t.deepEqual(
      last[0]!.filter((host) => last[1]!.includes(host)),
      [],
    );
    stop.abort();
    await Promise.all(checking);
  });
} else test.skip(NO_KAFKA, (t) => t.fail());

/** Two members of each group as one queue. */
function together(
  one: CheckQueue<QueueItem, QueueItem>,
  other: CheckQueue<QueueItem, QueueItem>,
): CheckQueue<QueueItem, QueueItem> {
  return {
    announce: (orders, signal) => one.announce(orders, signal),
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
