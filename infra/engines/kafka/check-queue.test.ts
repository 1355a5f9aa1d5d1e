import test from 'ava';
import { checkQueueContract } from '../../testing/contracts/check-queue.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { openTestQueue } from './testing/test-queue.ts';

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  checkQueueContract(async (t) => {
    const { brokers } = broker;
    const namespace = await newNamespace(brokers);
    return openTestQueue(await openTestKafka(t, { brokers, namespace }));
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
