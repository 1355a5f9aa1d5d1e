/** The hash chain and `npm run verify` on real servers. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { CHAIN } from '../../ledger/chain-pages.ts';
import { LogChain } from '../../ledger/follow-chain.ts';
import { verifyEngine } from '../../main/cli/ledger-source.ts';
import { proverOf } from '../../main/parts/prover.ts';
import { EVIDENCE } from '../../ports/storage/blob-store.ts';
import { NEVER } from '../../ports/storage/durable-store.ts';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { memoryCheckpoints, memoryLeases, memoryLog, memoryValues } from '../../testing/apps/memory-engine.ts';
import { EventBuilder, linkAdded, writeAll } from '../../testing/event-builder.ts';
import { problemsIn } from '../../testing/evidence-packs/pack-problems.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findMongoDb, freshDatabase } from '../../testing/servers/mongodb.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openEngine } from '../open-engine.ts';

const SCRIPT = path.resolve(import.meta.dirname, '..', '..', 'main', 'cli', 'verify.ts');
const EVENTS = 1_050;

/** Links with one event per stream. */
function someEvents() {
  const events = new EventBuilder();
  for (let n = 0; n < EVENTS; n += 1) events.add(linkAdded(`l${n}`, { remarks: `Änderung ${n}` }));
  return events.all.map((event) => ({ ...event, id: randomUUID() }));
}

/** Runs the chain until it covers the log; returns its last hash. */
async function chainOf(parts: Omit<ConstructorParameters<typeof LogChain>[0], 'logger'>): Promise<string> {
  const stop = new AbortController();
  const chain = new LogChain({ ...parts, logger: recordingLogger().logger });
  const running = chain.run(stop.signal);
  const head = await waitUntil(() => chain.head?.count === EVENTS && chain.head, 240_000);
  stop.abort();
  await running;
  return head.hash;
}

async function open(t: ExecutionContext) {
  const [log, views] = await Promise.all([findEventStoreDb(), findMongoDb()]);
  if (log === null || views === null) throw new Error(NO_CLUSTER);
  t.teardown(() => Promise.all([log.stop(), views.stop()]));
  const readStoreUrl = freshDatabase(views.url);
  const openLog = (namespace: string) =>
    openEngine<LinkledgerEvent, CheckQueues>({
      servers: { eventStoreUrl: log.url, readStoreUrl, kafka: null, namespace },
      ...{ dataDir: '', logLevel: 'silent', schemas: [], logger: recordingLogger().logger },
      ...{ now: () => new Date(), mayRemove: () => false },
    });
  return { urls: [log.url, readStoreUrl], openLog };
}

if (hasServers()) {
  test('a log in EventStoreDB has the hashes of the same log elsewhere, and a changed log does not', async (t) => {
    const { urls, openLog } = await open(t);
    const events = someEvents();
    const namespace = `t${randomBytes(6).toString('hex')}-`;
    const engine = await openLog(namespace);
    t.teardown(() => engine.close());
    for (let at = 0; at < events.length; at += 50) await writeAll(engine.log, events.slice(at, at + 50));
    // Concurrent appends may be in any order.
    const order: typeof events = [];
    for await (const batch of engine.log.follow(0, AbortSignal.timeout(60_000))) {
      for (const event of batch) order.push(event as (typeof events)[number]);
      if (order.length === EVENTS) break;
    }
    const here = await chainOf({ ...engine, feed: engine.log });
    const copy = memoryLog<LinkledgerEvent>();
    for (const event of order) await writeAll(copy, [event]);
    const state = memoryValues(() => new Date());
    const stores = { state, checkpoints: memoryCheckpoints(), leases: memoryLeases() };
    t.is(await chainOf({ ...stores, feed: copy }), here);

    const report = await verifyEngine(engine);
    t.deepEqual(report.problems, []);
    t.deepEqual([report.events, report.chained, report.hash], [EVENTS, EVENTS, here]);

    // Some of the events, as in an evidence pack.
    const positions = [order[3], order[1_000]].map((event) => event?.position ?? 0);
    const proof = await proverOf(engine)(positions, { digests: EVENTS, bytes: 1_000_000 });
    if (proof.kind !== 'proof') return t.fail(proof.kind);
    t.deepEqual(
      proof.events.map(({ n, id }) => [n, id]),
      [
        [4, order[3]?.id],
        [1_001, order[1_000]?.id],
      ],
    );
    t.deepEqual(
      proof.runs.map(({ count, hash: last }) => [count, last]),
      [[EVENTS, here]],
    );
    t.deepEqual(problemsIn(proof), []);

    const { stdout } = await new Promise<{ stdout: string }>((resolve, reject) => {
      const env = { PATH: process.env.PATH, NAMESPACE: namespace };
      execFile(process.execPath, [SCRIPT, ...urls, '--json'], { env }, (error, out) =>
        error === null ? resolve({ stdout: out }) : reject(error),
      );
    });
    t.is(JSON.parse(stdout).hash, here);

    // The same log with one event replaced, and a log that lost its last event.
    const logOf = async (others: typeof events) => {
      const tampered = await openLog(`t${randomBytes(6).toString('hex')}-`);
      t.teardown(() => tampered.close());
      for (const event of others) await writeAll(tampered.log, [event]);
      return verifyEngine({ ...engine, log: tampered.log, state: engine.state, blobs: engine.blobs });
    };
    const first = order.slice(0, 12);
    const changed = first.with(7, { ...first[7]!, ...linkAdded('l0', { remarks: 'x' }), stream: first[7]!.stream });
    t.like((await logOf(changed)).problems[0], { kind: 'event-changed', event: 8 });
    t.like((await logOf(first)).problems[0], { kind: 'events-lost', event: 13 });
    const swapped = first.with(3, first[4]!).with(4, first[3]!);
    t.like((await logOf(swapped)).problems[0], { kind: 'event-changed', event: 4 });

    // A file whose event exists, and a missing file.
    const hash = await engine.blobs.put(EVIDENCE, Buffer.from('<a>'));
    const none = { width: null, height: null, outlined: null, takenAt: '2026-03-01T00:00:00.000Z' };
    const of = { linkId: 'l1', checkId: 'c', transition: 't', kind: 'html', hash, bytes: 3 } as const;
    await engine.log.append('evidence-l1', -1, [{ id: randomUUID(), type: 'EvidenceKept', data: { ...of, ...none } }], {
      actor: 'checker',
      correlationId: 'c',
      causationId: 'c',
      at: none.takenAt,
    });
    t.like(await verifyEngine(engine), { problems: [], files: 1, events: EVENTS + 1, chained: EVENTS });
    await engine.blobs.remove(EVIDENCE, hash);
    t.like((await verifyEngine(engine)).problems[0], { kind: 'file-missing', file: hash });

    // The chain itself.
    const page = await engine.state.get<{ hash: string; marks: string }>(CHAIN, 'page 0');
    const marks = Buffer.from(page?.marks ?? '', 'base64');
    marks[8 * 99] = (marks[8 * 99] ?? 0) ^ 1;
    await engine.state.put(CHAIN, 'page 0', { ...page, marks: marks.toString('base64') }, NEVER);
    t.like((await verifyEngine(engine)).problems[0], { kind: 'event-changed', event: 100 });
  });
} else {
  test.skip(NO_CLUSTER, () => undefined);
}
