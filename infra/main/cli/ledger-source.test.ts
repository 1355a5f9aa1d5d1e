import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { openDataFolder } from '../../engines/embedded/folder/data-folder.ts';
import { openSqliteEvents } from '../../engines/embedded/log/event-log.ts';
import { openBlobFiles } from '../../engines/embedded/stores/blob-store.ts';
import { openDurableStores } from '../../engines/embedded/stores/durable-stores.ts';
import { openSqliteKeys } from '../../engines/embedded/stores/key-store.ts';
import { CHAIN_START, chainHash, toHex, toStoredEvent } from '../../ledger/chain.ts';
import { LogChain } from '../../ledger/follow-chain.ts';
import type { KnownSeal } from '../../ledger/verify-log.ts';
import { EVIDENCE } from '../../ports/storage/blob-store.ts';
import { eventId, metadata } from '../../testing/contracts/event-store.ts';
import { linkAdded } from '../../testing/event-builder.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { verifyFolder } from './ledger-source.ts';

const SCRIPT = join(import.meta.dirname, 'verify.ts');
const EVENTS = 60;
const SEALED = 40;

interface Ledger {
  readonly directory: string;
  readonly seal: KnownSeal;
  /** Hashes of the two files, each from a different link. */
  readonly files: readonly [string, string];
}

/** A data folder with a chained log, a seal and two evidence files. No process uses it now. */
async function ledger(t: ExecutionContext): Promise<Ledger> {
  const directory = join(temporaryFolder(t), 'data');
  const { logger } = recordingLogger();
  const folder = openDataFolder(directory, logger);
  const now = () => new Date();
  const log = openSqliteEvents<LinkledgerEvent>(folder.events);
  const durable = openDurableStores(folder.durable, now);
  openSqliteKeys(folder.keys).close();
  folder.markInitialized();
  const append = async (stream: string, event: LinkledgerEvent) => {
    const { revision } = await log.read(stream, { last: 1 });
    await log.append(stream, revision, [{ ...event, id: eventId(`${stream} ${revision}`) }], metadata);
  };
  for (let index = 0; index < SEALED - 2; index += 1) {
    const { stream, ...event } = linkAdded(`l${index}`, { remarks: `Änderung ${index}` });
    await append(stream, event);
  }
  const blobs = openBlobFiles(folder.directory, now);
  const keep = async (linkId: string) => {
    const bytes = Buffer.from(`<a href="https://client.example/${linkId}">shoes</a>`);
    const hash = await blobs.put(EVIDENCE, bytes);
    const none = { width: null, height: null, outlined: null };
    const of = { linkId, checkId: 'c', transition: 't', takenAt: metadata.at };
    const data = { kind: 'html', hash, bytes: bytes.byteLength, ...none, ...of } as const;
    await append(`evidence-${linkId}`, { type: 'EvidenceKept', data });
    return hash;
  };
  const files = [await keep('l1'), await keep('l2')] as const;
  let hash = CHAIN_START;
  for await (const batch of log.follow(0, AbortSignal.timeout(60_000))) {
    for (const event of batch) hash = chainHash(hash, toStoredEvent(event));
    if ((batch.at(-1)?.position ?? 0) === SEALED) break;
  }
  const seal = { count: SEALED, hash: toHex(hash) };
  const data = { ...seal, day: '2026-03-31', position: SEALED, timestamp: null };
  await append('seal-log', { type: 'LogSealed', data });
  for (let index = SEALED + 1; index < EVENTS; index += 1) {
    const { stream, ...event } = linkAdded(`l${index}`);
    await append(stream, event);
  }
  const stop = new AbortController();
  const chain = new LogChain({ ...durable, feed: log, logger });
  const running = chain.run(stop.signal);
  await waitUntil(() => chain.head?.count === EVENTS);
  stop.abort();
  await running;
  await log.close();
  durable.close();
  folder.close();
  return { directory, seal, files };
}

/** Changes the log without the server's knowledge. */
function tamper(directory: string, sql: string, ...values: (string | number | Uint8Array)[]): void {
  const database = new DatabaseSync(join(directory, 'events.db'));
  database.prepare(sql).run(...values);
  database.close();
}

async function problemsOf(directory: string, knownSeals: readonly KnownSeal[] = []) {
  const { problems } = await verifyFolder(directory, { knownSeals });
  return problems.map(({ kind, event, file }) => ({ kind, ...(event && { event }), ...(file && { file }) }));
}

test('a log that nobody changed fits its chain, its seals and its files', async (t) => {
  const { directory, seal } = await ledger(t);
  const report = await verifyFolder(directory, { knownSeals: [seal] });
  t.deepEqual(report.problems, []);
  t.is(report.events, EVENTS);
  t.is(report.chained, EVENTS);
  t.is(report.files, 2);
  t.is(report.lastSeal?.hash, seal.hash);
});

test('the first event that does not fit is named: a changed byte, an event that is missing, two that are swapped', async (t) => {
  const { directory } = await ledger(t);
  const copy = (name: string) => {
    const folder = join(directory, '..', name);
    cpSync(directory, folder, { recursive: true });
    return folder;
  };
  const flipped = copy('flipped');
  tamper(flipped, "UPDATE events SET data = replace(data, 'Änderung 6', 'Änderung 7') WHERE position = 7");
  t.deepEqual(await problemsOf(flipped), [{ kind: 'event-changed', event: 7 }]);

  const missing = copy('missing');
  tamper(missing, 'DELETE FROM events WHERE position = 30');
  t.deepEqual(await problemsOf(missing), [{ kind: 'event-missing', event: 30 }]);

  const closedUp = copy('closed-up');
  tamper(closedUp, 'DELETE FROM events WHERE position = 30');
  for (let position = 31; position <= EVENTS; position += 1)
    tamper(closedUp, 'UPDATE events SET position = ? WHERE position = ?', position - 1, position);
  t.deepEqual(await problemsOf(closedUp), [{ kind: 'event-changed', event: 30 }]);

  const swapped = copy('swapped');
  for (const [from, to] of [
    [20, 0],
    [21, 20],
    [0, 21],
  ] as const)
    tamper(swapped, 'UPDATE events SET position = ? WHERE position = ?', to, from);
  t.deepEqual(await problemsOf(swapped), [{ kind: 'event-changed', event: 20 }]);

  const cut = copy('cut');
  tamper(cut, 'DELETE FROM events WHERE position > 50');
  t.deepEqual(await problemsOf(cut), [{ kind: 'events-lost', event: 51 }]);
});

test('a new chain for a changed log does not fit a seal that was stored elsewhere', async (t) => {
  const { directory, seal } = await ledger(t);
  tamper(directory, "UPDATE events SET data = replace(data, 'Änderung 6', 'Änderung 7') WHERE position = 7");
  rmSync(join(directory, 'durable.db'));
  t.deepEqual(await problemsOf(directory), [{ kind: 'chain-missing' }, { kind: 'seal-differs', event: SEALED }]);
  t.deepEqual(await problemsOf(directory, [seal]), [
    { kind: 'chain-missing' },
    { kind: 'seal-differs', event: SEALED },
    { kind: 'seal-differs', event: SEALED },
  ]);
  t.deepEqual(await problemsOf(directory, [{ ...seal, count: EVENTS + 5 }]), [
    { kind: 'chain-missing' },
    { kind: 'seal-differs', event: SEALED },
  ]);
});

test('a write-ahead log that was cut short after the chain had its events is noticed', async (t) => {
  const { directory } = await ledger(t);
  const folder = openDataFolder(directory, recordingLogger().logger);
  const log = openSqliteEvents<LinkledgerEvent>(folder.events);
  const durable = openDurableStores(folder.durable, () => new Date());
  const append = async (linkId: string) => {
    const { stream, ...event } = linkAdded(linkId);
    await log.append(stream, -1, [{ ...event, id: eventId(linkId) }], metadata);
  };
  await append('kept');
  const length = statSync(`${folder.events}-wal`).size;
  await append('acknowledged');
  const stop = new AbortController();
  const chain = new LogChain({ ...durable, feed: log, logger: recordingLogger().logger });
  const running = chain.run(stop.signal);
  await waitUntil(() => chain.head?.count === EVENTS + 2);
  stop.abort();
  await running;
  // A copy of the files, as after a killed server.
  const killed = join(directory, '..', 'killed');
  cpSync(directory, killed, { recursive: true });
  await log.close();
  durable.close();
  folder.close();
  t.deepEqual(await problemsOf(killed), []);
  truncateSync(join(killed, 'events.db-wal'), length);
  rmSync(join(killed, 'events.db-shm'));
  t.deepEqual(await problemsOf(killed), [{ kind: 'events-lost', event: EVENTS + 2 }]);
});

test('a missing or changed evidence file is named, unless it was removed with its link or to make room', async (t) => {
  const { directory, files } = await ledger(t);
  const [first, second] = files;
  const pathOf = (hash: string) => join(directory, EVIDENCE, hash.slice(0, 2), hash.slice(2, 4), hash);
  const original = readFileSync(pathOf(first));
  writeFileSync(pathOf(first), Buffer.concat([original, Buffer.from(' ')]));
  t.deepEqual(await problemsOf(directory), [{ kind: 'file-changed', file: first }]);
  writeFileSync(pathOf(first), original);
  rmSync(pathOf(first));
  rmSync(pathOf(second));
  t.deepEqual(await problemsOf(directory), [
    { kind: 'file-missing', file: first },
    { kind: 'file-missing', file: second },
  ]);
  const log = openSqliteEvents<LinkledgerEvent>(join(directory, 'events.db'));
  const purge = { type: 'LinkPurged', data: { linkId: 'l1' }, id: eventId('purge') } as const;
  await log.append('link-l1', 0, [purge], metadata);
  const removal = { type: 'EvidenceRemoved', data: { hash: second, bytes: 1 }, id: eventId('room') } as const;
  await log.append(`evidencefile-${second}`, -1, [removal], metadata);
  await log.close();
  const report = await verifyFolder(directory);
  t.deepEqual(report.problems, []);
  t.is(report.filesRemoved, 2);
  t.is(report.chained, EVENTS);
});

/** The command as a person runs it. */
function run(...args: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: { PATH: process.env.PATH } }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

test('the command exits with 0 if all fits, 1 if not, 2 if it could not check; a lost end can be accepted', async (t) => {
  const { directory, seal } = await ledger(t);
  const fine = await run(directory, '--seal', `${seal.count}:${seal.hash}`);
  t.is(fine.code, 0, fine.errors);
  t.regex(fine.output, /^Everything fits\.$/m);
  t.is((await run(directory, '--seal', `${seal.count}:${'0'.repeat(64)}`)).code, 1);
  const json = await run(directory, '--json');
  t.is(JSON.parse(json.output).events, EVENTS);
  for (const args of [['/no/such/folder'], ['--seal', '5:abc', directory], [directory, directory], ['--what']]) {
    const { code, errors } = await run(...args);
    t.is(code, 2, args.join(' '));
    t.regex(errors, /^The log could not be verified\. /);
  }
  tamper(directory, 'DELETE FROM events WHERE position > 50');
  const lost = await run(directory);
  t.is(lost.code, 1);
  t.regex(lost.output, /^✗ The log ends with event 50, but 60 events were recorded: the last 10 are lost\.$/m);
  const accepted = await run(directory, '--restart-chain');
  t.regex(accepted.output, /^✗ This log has no hash chain/m);
});

test('any single change of any stored byte of an event is noticed', async (t) => {
  const { directory } = await ledger(t);
  const columns = ['stream', 'revision', 'id', 'type', 'data', 'metadata'] as const;
  const file = join(directory, 'events.db');
  const database = new DatabaseSync(file);
  t.teardown(() => database.close());
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: EVENTS }),
    fc.constantFrom(...columns),
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
    async (position, column, place, change) => {
      const select = database.prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM events WHERE position = ?`);
      const before = Buffer.from(select.get(position)?.bytes as Uint8Array);
      const after = Buffer.from(before);
      const at = place % after.length;
      after[at] = (after[at] ?? 0) ^ change;
      const type = column === 'revision' ? 'INTEGER' : 'TEXT';
      const update = database.prepare(`UPDATE events SET ${column} = CAST(? AS ${type}) WHERE position = ?`);
      // A revision that is no longer a number is read as 0, which does not change the first revision of a stream.
      fc.pre(column !== 'revision' || /^\d+$/.test(after.toString()));
      try {
        update.run(after, position);
      } catch {
        // The indexes of the table do not allow it.
        fc.pre(false);
      }
      try {
        const [first] = await problemsOf(directory);
        t.deepEqual(first, { kind: 'event-changed', event: position });
      } finally {
        update.run(before, position);
      }
    },
  );
  await fc.assert(property, { numRuns: 150 });
  t.deepEqual(await problemsOf(directory), []);
});

test('any changed byte on a page with events of the file is noticed, or changes nothing that is read', async (t) => {
  const { directory } = await ledger(t);
  const file = join(directory, 'events.db');
  const intact = readFileSync(file);
  const { hash } = await verifyFolder(directory);
  const text = Buffer.from('Änderung');
  const property = fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
    const bytes = Buffer.from(intact);
    // Rows begin somewhere before their text, so this changes one of the 300 bytes around it.
    const at = (bytes.indexOf(text, place % bytes.lastIndexOf(text)) - 150 + (place % 300)) % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ change;
    writeFileSync(file, bytes);
    const report = await verifyFolder(directory).catch(() => null);
    // The file cannot be opened at all.
    if (report === null) return;
    if (report.problems.length === 0) t.is(report.hash, hash);
    else t.regex(report.problems[0]?.kind ?? '', /^(event|seal)/);
  });
  await fc.assert(property, { numRuns: 150 });
});
