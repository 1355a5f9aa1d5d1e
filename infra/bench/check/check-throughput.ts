/**
 * Checks a second against local servers, and the bare limit, in interleaved rounds: `node infra/bench/check/check-throughput.ts
 * [checks a round]` (default 1,500; about half a minute). Pages of 60 kB from eight hosts, with the link in the middle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { openChecker } from '../../../checker/check.ts';
import { work } from '../../../checker/work.ts';
import { announceChecks } from '../../../command-service/checks/check-orders.ts';
import { CheckReports } from '../../../command-service/checks/check-reports.ts';
import type { CheckOrder } from '../../../command-service/contract/check-contract.ts';
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { handle } from '../../../command-service/core/handle.ts';
import { check } from '../../../command-service/model/check/decider.ts';
import { link } from '../../../command-service/model/link/decider.ts';
import { startProjections } from '../../../projections/runner/start-projections.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { createLogger } from '../../observability/logger.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { type Pages, startPageServer } from '../../testing/fakes/page-server.ts';
import { median, printRow, rate, timed } from '../measure.ts';

const CLIENT = 'https://client.example/tea';
const CONCURRENCY = 16;
const ROUNDS = 5;
const checksARound = Number(process.argv[2] ?? 1_500);

const paragraph = '<p class="body">Tea keeps best where it is <em>dark</em>, <a href="/dry">dry</a> and cool.</p>\n';
const half = paragraph.repeat(350);
const page = `<!doctype html><html><head><title>Tea</title></head><body>${half}<a href="${CLIENT}">tea</a>${half}</body></html>`;

const hosts: Pages[] = [];
for (let host = 0; host < 8; host++) hosts.push(await startPageServer());
const logger = createLogger('error');
const checker = openChecker({ logger, render: 'never', allowHosts: hosts.map(({ host }) => host) });
let made = 0;
const orders = (): CheckOrder[] =>
  Array.from({ length: checksARound }, () => {
    const number = ++made;
    const path = `/${number}`;
    const host = hosts[number % hosts.length];
    if (host === undefined) throw new Error('there are no hosts');
    host.set(path, page);
    return { linkId: `l${number}`, checkId: `c${number}`, articleLink: host.at(path), clientLink: CLIENT };
  });

/** The bare limit: reads the bytes of the page and searches them for the address. */
async function bare(): Promise<void> {
  const agent = new Agent({ connections: 2 });
  const queue = orders();
  const needle = Buffer.from(CLIENT);
  const worker = async () => {
    for (let order = queue.pop(); order !== undefined; order = queue.pop()) {
      const url = new URL(order.articleLink);
      const { body } = await agent.request({ origin: url.origin, path: url.pathname, method: 'GET' });
      if (Buffer.from(await body.bytes()).indexOf(needle) < 0) throw new Error('the page has no link');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  await agent.close();
}

/** The checker alone: visits, observations and verdicts. */
async function alone(): Promise<void> {
  const batch = orders();
  let live = 0;
  await work(
    {
      orders: (async function* () {
        yield batch;
      })(),
      checker,
      report: async (report) => {
        if (report.kind === 'checked' && report.verdict.status === 'live') live += 1;
      },
      concurrency: CONCURRENCY,
      logger,
    },
    new AbortController().signal,
  );
  if (live !== batch.length) throw new Error(`${live} of ${batch.length} are live`);
}

/** The whole system: add and request in the log, check, record durably, update every view. */
async function whole(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linkledger-bench-'));
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  const projections = startProjections(allViews, { ...stores, logger });
  const stop = new AbortController();
  const now = () => new Date();
  const batch = orders();
  const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench', at: now().toISOString() };
  const fields = { duration: '30 days', liveDate: null, assignedTo: null, pocEmail: null, remarks: null };
  await Promise.all(
    batch.map(async (order) => {
      const { linkId, articleLink, clientLink } = order;
      const added = {
        linkId,
        scope: 'user:bench',
        articleLink,
        clientLink,
        ...fields,
        anchor: null,
        linkType: null,
      } as const;
      await handle(stores.store, link, { type: 'AddLink', ...added }, metadata);
      await handle(stores.store, check, { type: 'RequestCheck', reason: 'added', ...order }, metadata);
    }),
  );
  let reported = 0;
  const { checks } = stores;
  const reports = new CheckReports({ ...stores, logger, now });
  await Promise.all([
    announceChecks({ ...stores, logger, now }, stop.signal),
    checks.reports(async (report) => {
      await reports.take(report);
      if (report.kind === 'checked') reported += 1;
      if (reported === batch.length) stop.abort();
    }, stop.signal),
    work(
      {
        orders: checks.orders(stop.signal),
        report: (report) => checks.report(report),
        ...{ checker, concurrency: CONCURRENCY, logger },
      },
      stop.signal,
    ),
  ]);
  await reports.written();
  await projections.caughtUp(await stores.feed.head());
  await projections.stop();
  await stores.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const kinds = { bare, alone, whole };
const times: Record<keyof typeof kinds, number[]> = { bare: [], alone: [], whole: [] };
for (let round = -1; round < ROUNDS; round++) {
  for (const kind of ['bare', 'alone', 'whole'] as const) {
    const ms = await timed(kinds[kind]);
    // The first round is a warm-up.
    if (round >= 0) times[kind].push(ms);
  }
}
await checker.close();
for (const host of hosts) await host.close();

const limit = median(times.bare);
printRow('checks a second (HTTP tier, 60 kB pages)', 'checks/s', 'of the limit');
printRow('undici request and byte search', rate(checksARound, limit), '1.00');
printRow(
  'checker: visit, observation, verdict',
  rate(checksARound, median(times.alone)),
  (limit / median(times.alone)).toFixed(2),
);
printRow(
  'whole: add, request, check, record, views',
  rate(checksARound, median(times.whole)),
  (limit / median(times.whole)).toFixed(2),
);
