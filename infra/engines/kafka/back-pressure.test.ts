import test from 'ava';
import type { QueueItem } from '../../testing/contracts/check-queue.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { openTestQueue } from './testing/test-queue.ts';
import type { Kafka } from './topics.ts';

const hostOf = ({ checkId }: QueueItem) => checkId;
const itemsOf = (text: string, count: number): readonly QueueItem[] =>
  Array.from({ length: count }, (_, index) => ({ checkId: `${text}-${index}`, text }));

/** null if the broker was too slow to answer. */
async function totalLag(kafka: Kafka): Promise<number | null> {
  const lags = await kafka.lag();
  return lags.length === 0 ? null : lags.reduce((sum, { lag }) => sum + lag, 0);
}

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  test('a checker holds at most 5,000 orders, still gets urgent ones, and the rest as it reports', async (t) => {
    const kafka = await openTestKafka(t, { ...broker, namespace: await newNamespace(broker.brokers) });
    const queue = openTestQueue(kafka, { hostOf });
    const stop = new AbortController();
    const [patient, hurried] = [itemsOf('patient', 6_000), itemsOf('hurried', 200)];
    const taken: QueueItem[] = [];
    const count = (text: string) => taken.filter((item) => item.text === text).length;
    await queue.announce(patient, stop.signal);
    const checking = (async () => {
      for await (const batch of queue.orders(stop.signal)) taken.push(...batch);
    })();
    await waitUntil(() => count('patient') === 5_000);
    await queue.announce(hurried, stop.signal);
    await waitUntil(() => count('hurried') === 200);
    t.is(count('patient'), 5_000);
    await waitUntil(async () => (await totalLag(kafka)) === 6_200);
    t.true(kafka.oldestMs().some(({ ms }) => ms > 0));

    const reported = new Set<string>();
    await waitUntil(async () => {
      const next = taken.filter(({ checkId }) => !reported.has(checkId));
      for (const { checkId } of next) reported.add(checkId);
      await Promise.all(next.map((item) => queue.report(item)));
      return reported.size === 6_200;
    });
    t.is(new Set(taken.map(({ checkId }) => checkId)).size, 6_200);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    t.true(kafka.oldestMs().every(({ ms }) => ms === 0));
    stop.abort();
    await checking;
  });

  test('orders that a checker does not report are released after a while and do not delay others', async (t) => {
    const kafka = await openTestKafka(t, { ...broker, namespace: await newNamespace(broker.brokers) });
    const queue = openTestQueue(kafka, { hostOf, letGoMs: 400 });
    const stop = new AbortController();
    const taken = new Set<string>();
    await queue.announce(itemsOf('patient', 6_000), stop.signal);
    const checking = (async () => {
      for await (const batch of queue.orders(stop.signal)) for (const { checkId } of batch) taken.add(checkId);
    })();
    await waitUntil(() => taken.size === 6_000);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    stop.abort();
    await checking;
    t.is(taken.size, 6_000);
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
