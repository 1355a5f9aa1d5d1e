/** Commands and checks as they are carried out, beside bare appends of the same events. */
import path from 'node:path';
import { reportCheck } from '../../command-service/check-reports.ts';
import { check } from '../../command-service/deciders/check.ts';
import { link } from '../../command-service/deciders/link.ts';
import { type Observation, PERSONAL_FIELDS, type Verdict } from '../../command-service/events.ts';
import { handle } from '../../command-service/handle.ts';
import { VISIT } from '../../projections/scenario.ts';
import { links } from '../../projections/views/links.ts';
import { views } from '../../projections/views.ts';
import { openLog } from '../log.ts';
import { openStores } from '../stores.ts';
import { startViewThread } from '../view-thread.ts';
import { openBareLog } from './bare-log.ts';
import { goal, median, timed } from './measure.ts';

const ROUNDS = 5;
const COMMANDS = 640;
const CALLERS = 64;
const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench', at: '2026-03-31T12:00:00.000Z' };
const addresses = { articleLink: 'https://magazine.example/tea', clientLink: 'https://client.example/tea' };
const fields = { ...addresses, duration: '30 days', liveDate: null, assignedTo: null, pocEmail: null, remarks: null };
const observation: Observation = { visits: [VISIT], browserSkipped: null };
const verdict: Verdict = {
  status: 'live',
  reason: 'found-static',
  anchor: 'tea',
  linkType: 'dofollow',
  linkTypeCause: null,
  ruleVersion: 1,
};

/** In a data folder of its own, empty at first. */
export async function benchWrites(folder: string): Promise<void> {
  const log = openLog('error');
  const stores = await openStores({ dataDir: path.join(folder, 'writes') }, PERSONAL_FIELDS, views, log);
  const nothing = () => undefined;
  const thread = startViewThread({ stores, log, logLevel: 'error', onCommit: nothing, onProgress: nothing });
  const caughtUp = async () => thread.caughtUp(await stores.feed.head());
  let made = 0;
  const add = async () => {
    made += 1;
    const added = { linkId: `l${made}`, scope: 'user:bench', ...fields, anchor: null, linkType: null } as const;
    await handle(stores.store, link, { type: 'AddLink', ...added }, metadata);
    return `l${made}`;
  };
  const rates = { one: [] as number[], many: [] as number[], checks: [] as number[], bare: [] as number[] };
  const bare = bareAppends(path.join(folder, 'bare-writes.db'));
  for (let round = -1; round < ROUNDS; round += 1) {
    const one = await timed(() => inTurn(COMMANDS / 4, add));
    const many = await timed(() => together(COMMANDS, add));
    await caughtUp();
    const orders = Array.from({ length: COMMANDS }, (_, index) => ({
      ...{ linkId: `l${made - index}`, checkId: `c${round}-${index}` },
      ...addresses,
    }));
    const request = (order: (typeof orders)[number]) =>
      handle(stores.store, check, { type: 'RequestCheck', reason: 'added', ...order }, metadata);
    await together(COMMANDS, async (index) => {
      const order = orders[index];
      if (order !== undefined) await request(order);
    });
    await caughtUp();
    const checks = await timed(async () => {
      await together(COMMANDS, async (index) => {
        const order = orders[index];
        if (order !== undefined) await reportCheck(stores.store, order, observation, verdict, () => new Date());
      });
      await caughtUp();
    });
    const appended = await timed(() => bare.append(COMMANDS));
    // The round before the first warms up.
    if (round < 0) continue;
    rates.one.push(COMMANDS / 4 / one);
    rates.many.push(COMMANDS / many);
    rates.checks.push(COMMANDS / checks);
    rates.bare.push(COMMANDS / appended);
  }
  const { rows, total } = await stores.reads.find(links.name, { where: { scope: 'user:bench', place: 'active' } });
  if (rows.length !== total || total !== made) throw new Error(`${made} links were added, and ${total} are listed`);
  bare.close();
  await thread.stop();
  await stores.close();
  const [one, many, checks, limit] = [rates.one, rates.many, rates.checks, rates.bare].map((all) => median(all) * 1e3);
  goal(
    '64 concurrent commands, times one at a time',
    (many ?? 0) / (one ?? 1),
    'at least',
    3.5,
    `${many?.toFixed(0)} a second by 64, ${one?.toFixed(0)} one at a time`,
  );
  goal(
    'recording a check until all views have it, rate of bare append',
    (checks ?? 0) / (limit ?? 1),
    'at least',
    0.35,
    `${checks?.toFixed(0)} a second by 64; bare, 64 checks of two events a transaction, ${limit?.toFixed(0)}`,
  );
}

async function inTurn(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work(index);
}

async function together(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** The events of a check, written without anything around them. */
function bareAppends(file: string) {
  const { database, insert } = openBareLog(file);
  let made = 0;
  return {
    append(checks: number): void {
      for (let done = 0; done < checks; done += CALLERS) {
        database.exec('BEGIN IMMEDIATE');
        for (let index = 0; index < CALLERS; index += 1) {
          made += 1;
          const data = [
            { observation, verdict },
            { from: 'pending', to: 'live', reason: 'found-static' },
          ];
          for (const [revision, one] of data.entries()) {
            const id = crypto.randomUUID();
            insert.run(`check-${made}`, revision, id, 'LinkChecked', JSON.stringify(one), JSON.stringify(metadata));
          }
        }
        database.exec('COMMIT');
      }
    },
    close: () => database.close(),
  };
}
