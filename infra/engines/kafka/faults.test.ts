/** Failures around the queue: nothing is recorded twice, nothing is lost, and a bad message affects no others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { CheckReports } from '../../../command-service/checks/check-reports.ts';
import type { CheckOrder, CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { check, streamOf } from '../../../command-service/model/check/decider.ts';
import { memoryLog } from '../../testing/apps/memory-engine.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { article } from '../../testing/fakes/page-server.ts';
import { hasKafka, NO_KAFKA, startKafka, type TestBroker } from '../../testing/servers/kafka.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { kafkaQueues } from './queues.ts';
import { judgedLive } from './testing/judged-live.ts';
import { newNamespace, openTestKafka } from './testing/open-kafka.ts';
import { readAll } from './testing/read-all.ts';
import type { Kafka } from './topics.ts';

const AT = { actor: 'ann', correlationId: 'c', causationId: 'c', at: '2026-03-01T10:00:00.000Z' };
const CHECKER = path.join(import.meta.dirname, 'testing', 'checker-process.ts');
const POLITE_CHECKER = path.join(import.meta.dirname, 'testing', 'polite-checker.ts');
/** Average milliseconds between two visits of a polite checker to a host; each pause is at least half of it. */
const SPACING_MS = 400;
/**
 * How often a host may get another checker: a checker joins twice and is killed once, and after a join the former checker
 * may begin one more visit until it hears of the join.
 */
const MOST_CHANGES = 5;

/** The server's side: a log with open checks, and the reporter that records what checkers report. */
async function server(
  t: ExecutionContext,
  kafka: Kafka,
  count: number,
  pageOf = (index: number) => `https://${index % 60}.example/${index}`,
) {
  const store = memoryLog<LinkledgerEvent>();
  const now = () => new Date('2026-03-01T11:00:00.000Z');
  const state = { put: async () => {} };
  const reports = new CheckReports({ store, state, logger: recordingLog(), now });
  const { checks } = kafkaQueues<CheckQueues>(kafka);
  const orders = Array.from({ length: count }, (_, index): CheckOrder => {
    const articleLink = pageOf(index);
    const clientLink = 'https://client.example/';
    return { linkId: `l${index}`, checkId: `c${index}`, articleLink, clientLink, reason: 'scheduled' };
  });
  for (const order of orders) {
    await handle(store, check, { ...order, type: 'RequestCheck', reason: 'scheduled' }, AT);
  }
  const stop = new AbortController();
  const running: Promise<unknown>[] = [checks.reports((report) => reports.take(report), stop.signal)];
  t.teardown(async () => {
    stop.abort();
    await Promise.all(running);
  });
  return {
    checks,
    orders,
    signal: stop.signal,
    /** Work that ends with the signal, before the test does. */
    running,
    /** How often each check was recorded. */
    async recorded(): Promise<ReadonlyMap<string, number>> {
      const times = new Map<string, number>();
      for (const { linkId } of orders) {
        const { events } = await store.read(streamOf(linkId));
        for (const event of events) {
          if (event.type !== 'LinkChecked') continue;
          times.set(event.data.checkId, (times.get(event.data.checkId) ?? 0) + 1);
        }
      }
      return times;
    },
  };
}

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

  test('the orders of a checker that is killed go to another checker, and each check is recorded once', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafka = await openTestKafka(t, { ...broker, namespace });
    const { checks, orders, signal, running, recorded } = await server(t, kafka, 500);
    const killed = spawn(process.execPath, [CHECKER, broker.brokers.join(','), namespace, '120'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => killed.kill('SIGKILL'));
    await checks.announce(orders, signal);
    for await (const line of createInterface(killed.stdout)) {
      const [taken = 0, reported = 0] = line.split(' ').map(Number);
      if (taken === 500 && reported === 120) break;
    }
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;

    const other = await openTestKafka(t, { ...broker, namespace });
    const taking = kafkaQueues<CheckQueues>(other).checks;
    const again = new Set<string>();
    const checking = (async () => {
      for await (const batch of taking.orders(signal)) {
        for (const order of batch) {
          again.add(order.checkId);
          await taking.report(judgedLive(order));
        }
      }
    })();
    running.push(checking);
    await waitUntil(async () => (await recorded()).size === 500);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    t.deepEqual([...(await recorded()).values()], Array(500).fill(1));
    t.true(again.size >= 380);
  });

  test('hosts move when a checker joins or leaves, and each check is recorded once', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafka = await openTestKafka(t, { ...broker, namespace });
    const { checks, orders, signal, recorded } = await server(t, kafka, 300);
    const start = async () => {
      const own = await openTestKafka(t, { ...broker, namespace });
      const queue = kafkaQueues<CheckQueues>(own).checks;
      const stop = new AbortController();
      let count = 0;
      const checking = (async () => {
        for await (const batch of queue.orders(AbortSignal.any([stop.signal, signal]))) {
          for (const order of batch) {
            if (stop.signal.aborted) return;
            await queue.report(judgedLive(order));
            count += 1;
          }
        }
      })();
      const leave = async () => {
        stop.abort();
        await checking;
        await own.close();
      };
      t.teardown(leave);
      return { leave, count: () => count };
    };
    const first = await start();
    await checks.announce(orders.slice(0, 100), signal);
    await waitUntil(() => first.count() > 0);
    const second = await start();
    await checks.announce(orders.slice(100, 200), signal);
    await waitUntil(async () => (await recorded()).size === 200);
    await first.leave();
    await checks.announce(orders.slice(200), signal);
    await waitUntil(async () => (await recorded()).size === 300);
    t.true(second.count() >= 100);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    t.deepEqual([...(await recorded()).values()], Array(300).fill(1));
  });

  test('while checkers are killed and join, each host is visited by one of them at a time', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafka = await openTestKafka(t, { ...broker, namespace });
    const visits: { host: string; at: number; by: number }[] = [];
    const web = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(article('<p>No link.</p>'));
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    t.teardown(() => web.close());
    const { port } = web.address() as AddressInfo;
    const [hosts, pages] = [8, 15];
    const pageOf = (index: number) => `http://h${index % hosts}.localhost:${port}/${index}`;
    const { checks, orders, signal, recorded } = await server(t, kafka, hosts * pages, pageOf);
    const start = async () => {
      const args = [POLITE_CHECKER, broker.brokers.join(','), namespace, `127.0.0.1:${port}`, `${SPACING_MS}`];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      const kill = async () => {
        child.kill('SIGKILL');
        await ended;
      };
      t.teardown(kill);
      const ready = Promise.withResolvers<void>();
      createInterface(child.stdout).on('line', (line) => {
        const [host = '', at] = line.split(' ');
        if (at === undefined) ready.resolve();
        else visits.push({ host, at: Number(at), by: child.pid ?? 0 });
      });
      await ready.promise;
      return { kill };
    };
    const [first] = await Promise.all([start(), start()]);
    await checks.announce(orders, signal);
    await waitUntil(() => visits.length >= orders.length / 4);
    await first.kill();
    const before = visits.length;
    await start();
    await waitUntil(() => visits.length >= before + hosts);
    await waitUntil(async () => (await recorded()).size === orders.length, 180_000);
    t.deepEqual([...(await recorded()).values()], Array(orders.length).fill(1));
    for (const [host, ofHost] of Map.groupBy(visits, (visit) => visit.host)) {
      const sorted = ofHost.toSorted((one, other) => one.at - other.at);
      const pairs = sorted.slice(1).map((visit, index) => ({ visit, last: sorted[index] ?? visit }));
      const changes = pairs.filter(({ visit, last }) => visit.by !== last.by);
      t.true(changes.length <= MOST_CHANGES, `${host} changes its checker ${changes.length} times`);
      // A new checker does not know the last visit of the former.
      const gaps = pairs.filter((pair) => !changes.includes(pair)).map(({ visit, last }) => visit.at - last.at);
      t.true(
        gaps.every((gap) => gap > SPACING_MS / 2 - 1),
        `${host}: ${gaps.map(Math.round).join(', ')} ms`,
      );
    }
    t.log(`${visits.length} visits for ${orders.length} checks`);
  });

  test('messages that no checker can use are put aside, and the others are delivered', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafka = await openTestKafka(t, { ...broker, namespace });
    const { checks, orders, signal, running, recorded } = await server(t, kafka, 2);
    const [key, v] = ['0.example', '1'];
    await kafka.publish('checks.patient', [{ key, value: '{"checkId":', headers: { v } }]);
    await kafka.publish('checks.patient', [{ key, value: '{"checkId":"x"}', headers: { v: '9' } }]);
    await kafka.publish('checks.patient', [{ key, value: '{"linkId":"x"}', headers: { v } }]);
    await kafka.publish('checks.patient', [{ key, value: 'x'.repeat(2_000_000), headers: { v } }]);
    await kafka.publish('checks.reported', [{ key: 'l1', value: 'not JSON', headers: { v } }]);
    await checks.announce(orders, signal);
    const checking = (async () => {
      for await (const batch of checks.orders(signal)) {
        for (const order of batch) await checks.report(judgedLive(order));
      }
    })();
    running.push(checking);
    await waitUntil(async () => (await recorded()).size === 2);
    const dead = readAll(t, kafka, 'dead');
    await waitUntil(() => dead.length === 5);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    const errors = dead.map(
      ({ headers, value }) => `${headers.topic?.split('.').at(-1)}: ${headers.error} ${value?.length}`,
    );
    t.deepEqual(errors.toSorted(), [
      'patient: the message has 2000000 bytes; at most 1000000 are allowed undefined',
      'patient: the message has no checkId 14',
      'patient: the message is not JSON 11',
      'patient: the version (header v) is 9; this program reads 1 15',
      'reported: the message is not JSON 8',
    ]);
    const unread = dead.find(({ headers }) => headers.v === '9');
    t.like(unread, { key, value: Buffer.from('{"checkId":"x"}') });
    t.deepEqual(
      [unread?.headers.partition, unread?.headers.offset].map((number) => Number.isInteger(Number(number))),
      [true, true],
    );
  });

  test('a report that can never be recorded is put aside; one that a store cannot take now is recorded later', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const kafka = await openTestKafka(t, { ...broker, namespace });
    const { checks } = kafkaQueues<CheckQueues>(kafka);
    const stop = new AbortController();
    const taken: string[] = [];
    const taking = checks.reports(async ({ checkId }) => {
      taken.push(checkId);
      if (checkId === 'wrong') throw new TypeError('no observation');
      if (checkId === 'later' && taken.filter((id) => id === 'later').length < 3) throw new Error('the store is down');
    }, stop.signal);
    for (const checkId of ['wrong', 'later', 'good']) await checks.report({ kind: 'begun', checkId, linkId: checkId });
    const dead = readAll(t, kafka, 'dead');
    await waitUntil(() => dead.length === 1);
    await waitUntil(async () => (await totalLag(kafka)) === 0);
    t.is(dead[0]?.headers.error, 'no observation');
    t.deepEqual(taken.toSorted(), ['good', 'later', 'later', 'later', 'wrong']);
    stop.abort();
    await taking;
  });

  test('each process that waits for screenshots gets every report, with its bytes', async (t) => {
    const namespace = await newNamespace(broker.brokers);
    const stop = new AbortController();
    const open = async () => kafkaQueues<CheckQueues>(await openTestKafka(t, { ...broker, namespace })).screenshots;
    const [waiting, other, camera] = [await open(), await open(), await open()];
    const got = { waiting: 0, other: 0 };
    const webp = new Uint8Array([1, 2, 250]);
    const taking = [
      waiting.reports(async ({ screenshot }) => {
        t.deepEqual(screenshot.kind === 'taken' && new Uint8Array(screenshot.webp), webp);
        got.waiting += 1;
      }, stop.signal),
      other.reports(async () => {
        got.other += 1;
      }, stop.signal),
    ];
    const order = { checkId: 'c1', articleLink: 'https://a.example/', clientLink: 'https://b.example/' };
    await Promise.all([waiting.announce([order], stop.signal), other.announce([], stop.signal)]);
    for await (const batch of camera.orders(stop.signal)) {
      for (const { checkId } of batch) {
        const screenshot = { kind: 'taken' as const, webp, width: 1, height: 1, outlined: true, html: null };
        await camera.report({ checkId, screenshot });
      }
      break;
    }
    await waitUntil(() => got.waiting === 1 && got.other === 1);
    stop.abort();
    await Promise.all(taking);
  });
} else test.skip(NO_KAFKA, (t) => t.fail());
