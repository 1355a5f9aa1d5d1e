import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import test from 'ava';
import { StartError } from '../../ports/process/start-error.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { freePorts } from '../../testing/servers/find-server.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import {
  canCreateTopics,
  describeTopics,
  emptyNamespace,
  newNamespace,
  openTestKafka,
  testOptions,
} from './testing/open-kafka.ts';
import { openKafka } from './topics.ts';

test('an unreachable broker is refused at the start, without the password in the error or the log', async (t) => {
  const [port] = await freePorts(1);
  const log = recordingLog();
  const sasl = { mechanism: 'scram-sha-256', username: 'ann', password: 'hunter2-secret' } as const;
  const brokers = [`127.0.0.1:${port}`];
  const options = testOptions({ brokers, namespace: '', sasl, ssl: true, logger: log });
  const error = await t.throwsAsync(openKafka(options), { instanceOf: StartError });
  t.regex(error.message, /^Kafka cannot be used at 127\.0\.0\.1:\d+: .*KAFKA_BROKERS/);
  t.true(log.lines.length > 0);
  t.notRegex(JSON.stringify([error.message, error.stack, log.lines]), /hunter2|aHVudGVyMi/);
});

test('a broker without TLS is refused if TLS is set, with the reason', async (t) => {
  const plain = createServer((socket) => socket.end('no TLS here')).listen(0, '127.0.0.1');
  t.teardown(() => plain.close());
  await once(plain, 'listening');
  const address = plain.address();
  if (address === null || typeof address === 'string') return t.fail();
  const options = testOptions({ brokers: [`127.0.0.1:${address.port}`], namespace: '', ssl: true });
  await t.throwsAsync(openKafka(options), { instanceOf: StartError, message: /KAFKA_SSL/ });
});

test('a broker that wants a login is refused if none is set, with the reason', async (t) => {
  const [apiVersions, headerBytes] = [18, 4];
  // Each request begins with its length, and has its kind at byte 4 and its id at byte 8.
  const answer = (id: number) => {
    const apis = [3, apiVersions].flatMap((api) => [0, api, 0, 0, 0, 2]);
    const body = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, ...apis, 0, 0, 0, 0]);
    body.writeInt32BE(id);
    const length = Buffer.alloc(headerBytes);
    length.writeInt32BE(body.length);
    return Buffer.concat([length, body]);
  };
  const strict = createServer((socket) => {
    socket.on('data', (request: Buffer) => {
      if (request.readInt16BE(headerBytes) === apiVersions) socket.write(answer(request.readInt32BE(8)));
      else socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  t.teardown(() => strict.close());
  await once(strict, 'listening');
  const address = strict.address();
  if (address === null || typeof address === 'string') return t.fail();
  const options = testOptions({ brokers: [`127.0.0.1:${address.port}`], namespace: '' });
  await t.throwsAsync(openKafka(options), { instanceOf: StartError, message: /KAFKA_SASL_/ });
});

test('a file of certificate authorities that is missing is named', async (t) => {
  const options = testOptions({ brokers: ['127.0.0.1:1'], namespace: '', ssl: true, caFile: '/nowhere/ca.pem' });
  await t.throwsAsync(openKafka(options), { instanceOf: StartError, message: /\/nowhere\/ca\.pem/ });
});

if (hasKafka) {
  let broker: TestBroker;
  test.before(async () => {
    broker = await startKafka();
  });
  test.after.always(() => broker.stop());

  test('processes that start together create missing topics without a warning, or name them if they may not', async (t) => {
    const namespace = emptyNamespace();
    const log = recordingLog();
    const { partitions: _, ...options } = testOptions({ ...broker, namespace, logger: log });
    if (!(await canCreateTopics(broker.brokers))) {
      const error = await t.throwsAsync(openKafka(options), { instanceOf: StartError });
      t.regex(error.message, /refuses to create them: .*Create t\S+\.linkledger\.checks\.hurried \(48 partitions\), /);
      return;
    }
    const started = await Promise.all([openKafka(options), openKafka(options), openKafka(options)]);
    for (const kafka of started) t.teardown(() => kafka.close());
    t.deepEqual(
      log.lines.filter(([level]) => level !== 'info'),
      [],
    );

    const topics = await describeTopics(broker.brokers, namespace);
    const rows = topics.map(({ name, partitions, policy, days }) => `${name}: ${partitions}, ${policy} ${days}`);
    t.deepEqual(rows.toSorted(), [
      'checks.hurried: 48, delete 1',
      'checks.patient: 48, delete 7',
      'checks.reported: 12, delete 3',
      'dead: 1, delete 30',
      'link-status: 12, compact 7',
      `prints.made: 12, delete ${1 / 24}`,
      `prints.requested: 12, delete ${1 / 24}`,
      `screenshots.requested: 48, delete ${1 / 24}`,
      `screenshots.taken: 12, delete ${1 / 24}`,
    ]);
    t.deepEqual(
      topics
        .filter(({ maxBytes }) => maxBytes === 3_100_000)
        .map(({ name }) => name)
        .toSorted(),
      ['prints.made', 'prints.requested', 'screenshots.taken'],
    );
  });

  test('a process with connections to Kafka prints no warning', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const checker = path.join(import.meta.dirname, 'testing', 'polite-checker.ts');
    const child = spawn(process.execPath, [checker, broker.brokers.join(','), namespace, '127.0.0.1:1', '1']);
    t.teardown(() => child.kill('SIGKILL'));
    let printed = '';
    child.stderr.on('data', (text) => {
      printed += text;
    });
    await once(child.stdout, 'data');
    const ended = once(child, 'close');
    child.kill();
    await ended;
    t.is(printed, '');
  });

  test('topics with another number of partitions are refused', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    await openTestKafka(t, { ...broker, namespace });
    const error = await t.throwsAsync(openKafka(testOptions({ ...broker, namespace, partitions: 5 })), {
      instanceOf: StartError,
    });
    t.regex(error.message, /checks\.hurried has 4, not 5/);
  });

  test('more messages than one request may hold are published in several', async (t) => {
    const kafka = await openTestKafka(t, { ...broker, namespace: await newNamespace(broker.brokers) });
    kafka.watch('nobody', ['checks.patient']);
    const value = 'x'.repeat(300_000);
    await kafka.publish(
      'checks.patient',
      Array.from({ length: 10 }, () => ({ key: 'one', value, headers: {} })),
    );
    const written = async () => (await kafka.lag()).reduce((sum, { lag }) => sum + lag, 0);
    // A broker that has no group yet may take longer than the two seconds that `lag` waits.
    t.is(await waitUntil(written), 10);
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
