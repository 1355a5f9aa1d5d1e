/** The whole system with its checkers behind Kafka, which reach nothing else of it. */
import test from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { readConfig } from '../../main/config/config.ts';
import { start } from '../../main/process/start.ts';
import { startChecker } from '../../main/roles/checker.ts';
import { Metrics } from '../../observability/metrics.ts';
import { resetPosition, signIn } from '../../testing/actors/visitor.ts';
import { openMemoryEngine } from '../../testing/apps/memory-engine.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { article, startPageServer } from '../../testing/fakes/page-server.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { linkStatusTopic } from './link-status.ts';
import { kafkaQueues } from './queues.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { distinct, readAll } from './testing/read-all.ts';

const CLIENT = 'https://client.example/tea';

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  test('a link is checked by a checker that has only Kafka, and its statuses are published', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const logger = recordingLog();
    const kafka = await openTestKafka(t, { ...broker, namespace, logger });
    const pages = await startPageServer();
    const printed: string[] = [];
    const services = 'command,query,projections,reactors,relay';
    const settings = { CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never', LOG_LEVEL: 'error' };
    const config = readConfig({ ...settings, PORT: '0', DATA_DIR: temporaryFolder(t), SERVICES: services });
    const server = await start(config, {
      print: (line) => void printed.push(line),
      open: async (options) => ({
        ...openMemoryEngine<LinkledgerEvent, CheckQueues>(options),
        ...kafkaQueues<CheckQueues>(kafka),
        linkStatus: linkStatusTopic(kafka),
      }),
    });
    const stopping = new AbortController();
    const checkers = [1, 2].map(async () => {
      const engine = kafkaQueues<CheckQueues>(await openTestKafka(t, { ...broker, namespace, logger }));
      const now = () => new Date();
      const parts = startChecker({ config, engine, logger, now, metrics: new Metrics(), stopping: stopping.signal });
      await Promise.all(parts.work ?? []);
      await parts.close?.();
    });
    t.teardown(async () => {
      stopping.abort();
      await Promise.all([server.stop(), ...checkers]);
      await pages.close();
    });
    resetPosition(server.url);

    pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
    const ann = await signIn(server.url, 'ann@example.com', printed);
    const link = { articleLink: pages.at('/tea'), clientLink: CLIENT };
    const { status, body } = await ann.send<{ id: string }>('POST', '/api/links', link);
    t.is(status, 201);
    const statusOf = async () => (await ann.get<LinkAnswer>(`/api/links/${body.id}`)).body.status;
    await waitUntil(async () => (await statusOf()) === 'live');
    pages.set('/tea', article('<p>Sold out.</p>'));
    await ann.send('POST', `/api/links/${body.id}/recheck`);
    await waitUntil(async () => (await statusOf()) === 'pending');

    const published = readAll(t, kafka, 'link-status');
    await waitUntil(() => distinct(published).length === 2);
    t.deepEqual(
      distinct(published).map(({ key, value }) => [key, JSON.parse(`${value}`).status]),
      [
        [body.id, 'live'],
        [body.id, 'pending'],
      ],
    );
    await waitUntil(async () => (await kafka.lag()).every(({ lag }) => lag === 0));
    t.deepEqual(
      logger.lines.filter(([level]) => level === 'error'),
      [],
    );
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
