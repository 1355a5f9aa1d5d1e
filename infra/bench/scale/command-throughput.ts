/** Commands and checks as they are carried out, beside bare appends of the same events. */

import path from 'node:path';
import { recordReport } from '../../../command-service/checks/check-reports.ts';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import type { Observation, Verdict } from '../../../command-service/contract/observation.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { check } from '../../../command-service/model/check/decider.ts';
import { link } from '../../../command-service/model/link/decider.ts';
import type { View } from '../../../projections/view.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { links } from '../../../projections/views/links/links.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { openLog } from '../../main/parts/open-log.ts';
import { runProjections } from '../../main/roles/projections.ts';
import { createLogger } from '../../observability/logger.ts';
import type { ViewDoc } from '../../ports/storage/read-store.ts';
import { VISIT } from '../../testing/event-builder.ts';
import { median, printGoal, timed } from '../measure.ts';
import { openBaselineLog } from '../storage/baseline-log.ts';

/** Not counted: the compilers need some. */
const WARM_ROUNDS = 3;
const ROUNDS = 15;
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

/** Of one kind of work a second, the middle of the rounds. */
interface Rates {
  readonly one: number;
  readonly many: number;
  readonly checks: number;
  readonly bare: number;
}

/** In data folders of their own, empty at first. */
export async function benchCommands(folder: string): Promise<void> {
  const all = await measure(path.join(folder, 'writes'), allViews);
  const row = await measure(path.join(folder, 'rows'), [links]);
  printGoal(
    '64 concurrent commands, times one at a time',
    all.many / all.one,
    'at least',
    3.5,
    `${all.many.toFixed(0)} a second by 64, ${all.one.toFixed(0)} one at a time`,
  );
  printGoal(
    'recording a check (events, the link’s row, counters), rate of bare append',
    row.checks / row.bare,
    'at least',
    0.35,
    `${row.checks.toFixed(0)} a second by 64; bare, 64 checks of two events a transaction, ${row.bare.toFixed(0)}`,
  );
  console.log(
    `    ${all.checks.toFixed(0)} a second until all ${allViews.length} views have it: ${(all.checks / all.bare).toFixed(2)} of bare`,
  );
}

async function measure(dataDir: string, kept: readonly View<ViewDoc>[]): Promise<Rates> {
  const logger = createLogger('error');
  const names = kept.map(({ name }) => name);
  const options = { dataDir, logLevel: 'error', schemas: kept, logger, now: () => new Date(), mayRemove: () => false };
  const engine = await openEngine<LinkledgerEvent, CheckQueues>(options);
  const store = openLog(engine, logger);
  const projections = runProjections({ engine, logger, now: options.now }, names);
  const caughtUp = async () => projections.caughtUp(await store.head());
  let made = 0;
  const add = async () => {
    made += 1;
    const added = { linkId: `l${made}`, scope: 'user:bench', ...fields, anchor: null, linkType: null } as const;
    await handle(store, link, { type: 'AddLink', ...added }, metadata);
    return `l${made}`;
  };
  const rates = { one: [] as number[], many: [] as number[], checks: [] as number[], bare: [] as number[] };
  const bare = bareAppends(path.join(dataDir, 'bare.db'));
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const one = await timed(() => inTurn(COMMANDS / 4, add));
    const many = await timed(() => together(COMMANDS, add));
    await caughtUp();
    const orders = Array.from({ length: COMMANDS }, (_, index) => ({
      ...{ linkId: `l${made - index}`, checkId: `c${round}-${index}` },
      ...addresses,
    }));
    const request = (order: (typeof orders)[number]) =>
      handle(store, check, { type: 'RequestCheck', reason: 'added', ...order }, metadata);
    await together(COMMANDS, async (index) => {
      const order = orders[index];
      if (order !== undefined) await request(order);
    });
    await caughtUp();
    const checks = await timed(async () => {
      await together(COMMANDS, async (index) => {
        const order = orders[index];
        if (order !== undefined) await recordReport(store, order, observation, verdict, () => new Date());
      });
      await caughtUp();
    });
    const appended = await timed(() => bare.append(COMMANDS));
    if (round < 0) continue;
    rates.one.push(COMMANDS / 4 / one);
    rates.many.push(COMMANDS / many);
    rates.checks.push(COMMANDS / checks);
    rates.bare.push(COMMANDS / appended);
  }
  const where = { scope: 'user:bench', place: 'active' };
  const { rows, total } = await engine.views.find(links, { where, limit: made + 1, countUpTo: made + 1 });
  if (rows.length !== total || total !== made) throw new Error(`${made} links were added, and ${total} are listed`);
  bare.close();
  await projections.stop();
  await engine.close();
  const aSecond = (each: readonly number[]) => median(each) * 1e3;
  return {
    one: aSecond(rates.one),
    many: aSecond(rates.many),
    checks: aSecond(rates.checks),
    bare: aSecond(rates.bare),
  };
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
  const { database, insert } = openBaselineLog(file);
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
