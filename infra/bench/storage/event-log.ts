/** The event log beside the same work in bare node:sqlite. */
import { join } from 'node:path';
import { openSqliteEvents } from '../../engines/embedded/log/event-log.ts';
import type { EventMetadata } from '../../ports/storage/event-store.ts';
import { median, printRow, rate, timed } from '../measure.ts';
import { openBaselineLog } from './baseline-log.ts';

const ROUNDS = 5;
const APPENDS = 4_000;
const metadata: EventMetadata = {
  actor: '0198c0de-0000-7000-8000-000000000001',
  correlationId: '0198c0de-0000-7000-8000-000000000002',
  causationId: '0198c0de-0000-7000-8000-000000000003',
  at: '2026-03-31T12:00:00.000Z',
};

const data = {
  linkId: '0198c0de-0000-7000-8000-000000000004',
  articleLink: 'https://magazine.example/2026/03/ten-ways-to-build-links-that-last?ref=home',
  clientLink: 'https://client.example/products/garden-furniture',
  scope: 'team:0198c0de-0000-7000-8000-000000000005',
  duration: '12 months',
  anchor: 'garden furniture',
};
const event = (id: number) => ({
  id: `0198c0de-0000-7000-8000-${id.toString(16).padStart(12, '0')}`,
  type: 'LinkAdded',
  data,
});

let nextId = 0;

/** Written and read without the adapter. */
function bareLog(folder: string) {
  const { database, insert } = openBaselineLog(join(folder, 'bare-events.db'));
  const page = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT 1000');
  const write = (stream: string, revision: number) => {
    nextId += 1;
    const { id, type } = event(nextId);
    insert.run(stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata));
  };
  const inGroups = (count: number, size: number, one: (index: number) => void) => {
    for (let index = 0; index < count; index += size) {
      database.exec('BEGIN IMMEDIATE');
      for (let offset = 0; offset < size; offset += 1) one(index + offset);
      database.exec('COMMIT');
    }
  };
  return { database, write, inGroups, page };
}

/** Appends (one stream, many streams, many callers) and a replay, in interleaved rounds. */
export async function benchEvents(folder: string): Promise<void> {
  const log = openSqliteEvents(join(folder, 'events.db'));
  const bare = bareLog(folder);
  const append = async (stream: string, revision: number) => {
    nextId += 1;
    await log.append(stream, revision, [event(nextId)], metadata);
  };
  const callers = async (count: number) => {
    const one = async (caller: number) => {
      for (let index = 0; index < APPENDS / count; index += 1) await append(`c-${nextId}-${caller}`, -1);
    };
    await Promise.all(Array.from({ length: count }, (_, caller) => one(caller)));
  };
  let own = -1;
  let other = -1;
  const cases: [string, () => Promise<void>, () => void][] = [
    [
      'append, one stream, one at a time',
      async () => {
        for (let index = 0; index < APPENDS; index += 1, own += 1) await append('one', own);
      },
      () => bare.inGroups(APPENDS, 1, () => bare.write('one', ++other)),
    ],
    [
      'append, many streams, one at a time',
      async () => {
        for (let index = 0; index < APPENDS; index += 1) await append(`m-${nextId}`, -1);
      },
      () => bare.inGroups(APPENDS, 1, () => bare.write(`m-${nextId}`, 0)),
    ],
    [
      'append, 32 callers (bare: 32 a transaction)',
      () => callers(32),
      () => bare.inGroups(APPENDS, 32, () => bare.write(`c-${nextId}`, 0)),
    ],
    [
      'append, 250 callers (bare: 250 a transaction)',
      () => callers(250),
      () => bare.inGroups(APPENDS, 250, () => bare.write(`c-${nextId}`, 0)),
    ],
  ];
  printRow('events/s (median of rounds)', 'adapter', 'bare');
  for (const [title, ours, theirs] of cases) {
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(await timed(ours));
      times.theirs.push(await timed(theirs));
    }
    printRow(title, rate(APPENDS, median(times.ours)), rate(APPENDS, median(times.theirs)));
  }
  await benchReplay(log, bare);
  await log.close();
  bare.database.close();
}

async function benchReplay(log: ReturnType<typeof openSqliteEvents>, bare: ReturnType<typeof bareLog>): Promise<void> {
  const head = await log.head();
  const times = { ours: [] as number[], theirs: [] as number[] };
  bare.page.setReturnArrays(true);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(
      await timed(async () => {
        const abort = new AbortController();
        for await (const batch of log.follow(0, abort.signal)) if (batch.at(-1)?.position === head) abort.abort();
      }),
    );
    times.theirs.push(
      await timed(() => {
        for (let after = 0; ; ) {
          const rows: unknown = bare.page.all(after);
          if (!Array.isArray(rows) || rows.length === 0) return;
          for (const row of rows) {
            JSON.parse(row[5]);
            JSON.parse(row[6]);
          }
          after = rows.at(-1)[0];
        }
      }),
    );
  }
  printRow(
    `replay of ${head.toLocaleString('en')} events`,
    rate(head, median(times.ours)),
    rate(head, median(times.theirs)),
  );
}
