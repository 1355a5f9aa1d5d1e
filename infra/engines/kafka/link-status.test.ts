import test from 'ava';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { linkStatus } from '../../../command-service/reactors/link-status.ts';
import { runReactor } from '../../../command-service/reactors/run-reactor.ts';
import { memoryCheckpoints, memoryLeases, memoryLog } from '../../testing/apps/memory-engine.ts';
import { EventBuilder, linkPlaced, recordingLog, statusChanged, writeAll } from '../../testing/event-builder.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { linkStatusTopic } from './link-status.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { distinct, readAll } from './testing/read-all.ts';

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  test('another program reads the statuses of links, and that a link was purged', async (t) => {
    const kafka = await openTestKafka(t, { ...broker, namespace: await newNamespace(broker.brokers) });
    const feed = memoryLog<LinkledgerEvent>();
    const events = new EventBuilder();
    await writeAll(feed, [
      events.add(statusChanged('l1', 'pending', 'live', 'found-static')),
      events.add(statusChanged('l2', 'pending', 'removed', 'page-gone')),
      events.add(linkPlaced('LinkPurged', 'l2')),
    ]);
    const stop = new AbortController();
    const [checkpoints, leases, logger] = [memoryCheckpoints(), memoryLeases(), recordingLog()];
    const deps = { feed, checkpoints, leases, logger, now: () => new Date() };
    const running = runReactor(deps, linkStatus(linkStatusTopic(kafka)), stop.signal);
    const messages = readAll(t, kafka, 'link-status');
    await waitUntil(() => distinct(messages).length === 3);
    stop.abort();
    await running;
    // Only the messages of one link are in order.
    const read = distinct(messages).toSorted(
      (one, other) => Number(one.headers.position) - Number(other.headers.position),
    );
    t.deepEqual(
      read.map(({ key, value, headers }) => [key, value === null ? null : JSON.parse(`${value}`).status, headers.v]),
      [
        ['l1', 'live', '1'],
        ['l2', 'removed', '1'],
        ['l2', null, '1'],
      ],
    );
    t.deepEqual(
      distinct(messages)
        .filter(({ key }) => key === 'l2')
        .map(({ headers }) => headers.type),
      ['LinkStatusChanged', 'LinkPurged'],
    );
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
