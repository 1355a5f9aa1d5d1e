/**
 * The views in MongoDB beside the bare driver, in interleaved rounds: `node infra/bench/engines/views.ts [links]` (default
 * 1,000,000; some minutes, and 6 GB under the system's folder for temporary files). The pages are also asked for over HTTP,
 * from a query process of a cluster. The servers are TEST_EVENT_STORE_URL and TEST_MONGODB_URL, else eventstored and mongod
 * on the PATH. The bare side keeps the documents as BSON and has the best index for each query. On a busy machine the p95
 * of a request that several processes answer says how they were scheduled: compare the medians then. In a transaction,
 * MongoDB 4.4 reads the catalog for each index of each document that is replaced: there, commits take several times as long.
 */
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Collection, type Document, MongoClient, type Sort } from 'mongodb';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { increments, linkCounts } from '../../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../../projections/views/links/link-doc.ts';
import { type LinkField, links as view } from '../../../projections/views/links/links.ts';
import { LINK_SORTS, type LinkSort, NOT_FOUND, UNASSIGNED } from '../../../query-service/contract/list-options.ts';
import { openMongoViews } from '../../engines/mongodb/views/read-store.ts';
import { createLogger } from '../../observability/logger.ts';
import type { FindQuery, ReadStore, ViewWrite } from '../../ports/storage/read-store.ts';
import { signIn, type Visitor } from '../../testing/actors/visitor.ts';
import { hasServers, NO_CLUSTER, startCluster } from '../../testing/apps/cluster.ts';
import { explainQueries } from '../../testing/servers/explain-queries.ts';
import { findMongoDb, freshDatabase } from '../../testing/servers/mongodb.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from '../measure.ts';
import { pseudoRandom, sampleLink } from '../sample-link.ts';

const SLICE = 5_000;
const ROUNDS = 200;

type BareDoc = Document & { readonly _id: string };

/** A page of a list: title, query of the store, and the same query over HTTP. */
type Page = readonly [title: string, query: FindQuery<LinkField>, asked: Readonly<Record<string, string>>];

const FILTERS: readonly (readonly [where: NonNullable<FindQuery<LinkField>['where']>, asked: Page[2]])[] = [
  [{ listStatus: 'removed' }, { status: 'removed' }],
  [{ listStatus: 'removed-unseen' }, { status: NOT_FOUND }],
  ...(['live', 'pending'] as const).map((status) => [{ listStatus: status }, { status }] as const),
  [{ clientDomain: 'client-7.example' }, { clientDomain: 'client-7.example' }],
  [{ assignedTo: 'user-3' }, { assignedTo: 'user-3' }],
  [{ assignedTo: null }, { assignedTo: UNASSIGNED }],
  [{ tagSet: 'tag-3' }, { tag: 'tag-3' }],
  [{ warningSet: 'noindex' }, { warning: 'noindex' }],
  [{ linkType: 'nofollow' }, { linkType: 'nofollow' }],
  [{ publisher: 'magazine-7.example' }, { publisher: 'magazine-7.example' }],
  [{ reason: 'never-checked' }, { reason: 'never-checked' }],
];

function fieldOf(sort: Exclude<LinkSort, 'assignedTo'>): LinkField {
  if (sort === 'duration') return 'durationDays';
  if (sort === 'status') return 'listStatus';
  return sort === 'addedAt' ? 'addedDay' : sort;
}

function pagesOf(scope: Scope): readonly Page[] {
  const active = { scope, place: 'active' };
  const sorts = LINK_SORTS.filter((sort) => sort !== 'assignedTo').map((sort) => [sort, fieldOf(sort)] as const);
  const byLastChecked = { field: 'lastChecked', descending: true } as const;
  return [
    ...sorts.flatMap(([sort, field]) =>
      ['asc', 'desc'].map((dir): Page => {
        const query = { where: active, sort: { field, descending: dir === 'desc' }, limit: 100 };
        return [`by ${sort} ${dir}`, query, { sort, dir }];
      }),
    ),
    ...FILTERS.map(([filter, asked]): Page => {
      const title = Object.entries(asked).join().replace(',', ' ');
      return [title, { where: { ...active, ...filter }, sort: byLastChecked, limit: 100 }, asked];
    }),
    ['page 50', { where: active, sort: byLastChecked, skip: 4_900, limit: 100 }, { page: '50' }],
  ];
}

/** Searches; the driver has nothing to compare them with. */
const SEARCHES = ['article-77777', 'magazine-123.', 'garden', 'zz'];

/** Fills the view, commits changes, and asks for pages in every way. */
async function benchMongoViews(url: string, count: number): Promise<void> {
  const database = freshDatabase(url);
  // The cluster needs no other server.
  process.env.TEST_MONGODB_URL = url;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-views-'));
  const roles = ['--command', '1', '--query', '1', '--projections', '1', '--checker', '0'];
  const cluster = await startCluster(roles, dataDir, { READ_STORE_URL: database });
  const client = await new MongoClient(database, {
    monitorCommands: true,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  }).connect();
  const db = client.db();
  const mongo = { client, db, close: () => client.close() };
  const store = await openMongoViews(mongo, { schemas: [view], logger: createLogger('warn') });
  const bare = db.collection<BareDoc>('bare');
  try {
    const person = await signIn(cluster.url, 'owner@bench.example', cluster.said);
    const { body } = await person.get<{ id: string }>('/api/auth/user');
    const scope = `user:${body.id}` as const;
    await benchFill(store.views, bare, scope, count);
    await benchPages(store.views, bare, scope, person.at(cluster.processes.get('query 1')?.url ?? cluster.url));
    await benchSearches(store.views, scope);
    await printPlans(store.views, client, scope);
    await cluster.stop();
    await benchCommits(store.views, bare, scope, count);
  } finally {
    await store.close();
    await client.close();
    await cluster.close();
  }
}

async function benchFill(views: ReadStore, bare: Collection<BareDoc>, scope: Scope, count: number): Promise<void> {
  const spent = { ours: 0, theirs: 0 };
  // The projections go on from there.
  const end = await views.position(view);
  const counts = new Map<string, Record<string, string | number>>();
  await views.beginFilling(view);
  for (let from = 0; from < count; from += SLICE) {
    const docs = Array.from({ length: Math.min(SLICE, count - from) }, (_, offset) => sampleLink(from + offset, scope));
    for (const { id, labels, amounts } of docs.flatMap(increments)) {
      const counter = counts.get(id) ?? { id, ...labels };
      counts.set(id, counter);
      for (const [name, amount] of Object.entries(amounts)) counter[name] = Number(counter[name] ?? 0) + amount;
    }
    const position = from / SLICE;
    spent.ours += await timed(async () => {
      await views.getMany(
        view,
        docs.map(({ id }) => id),
      );
      await views.commit(view, position, position + 1, putsOf(docs));
    });
    const operations = docs.map((doc) => ({ insertOne: { document: bareDoc(doc) } }));
    spent.theirs += await timed(async () => void (await bare.bulkWrite(operations, { ordered: false })));
  }
  const counters = [...counts].map(([id, doc]): ViewWrite => ({ id, doc, companion: linkCounts }));
  await views.commit(view, await views.position(view), end, counters);
  const indexing = {
    ours: await timed(() => views.endFilling(view)),
    theirs: await timed(async () => void (await bare.createIndexes(bareIndexes(scope)))),
  };
  console.log();
  printRow('documents/s', 'the store', 'bare driver');
  printRow(
    `filling a view with ${count.toLocaleString('en')} links`,
    rate(count, spent.ours),
    rate(count, spent.theirs),
  );
  printRow('its indexes', formatMs(indexing.ours), formatMs(indexing.theirs));
  printGoal('folding into an empty view, of a bare bulkWrite', spent.theirs / spent.ours, 'at least', 0.6, '');
}

async function benchCommits(views: ReadStore, bare: Collection<BareDoc>, scope: Scope, count: number): Promise<void> {
  console.log();
  for (const size of [1, 100, 1_000]) {
    const spent = { ours: 0, theirs: 0 };
    const rounds = size === 1 ? 300 : 20;
    for (let round = 1; round <= rounds; round += 1) {
      const docs = Array.from({ length: size }, (_, at) =>
        sampleLink(pseudoRandom(round * size + at) % count, scope, round),
      );
      const position = await views.position(view);
      spent.ours += await timed(() => views.commit(view, position, position + 1, putsOf(docs)));
      const operations = docs.map((doc) => ({
        replaceOne: { filter: { _id: doc.id }, replacement: bareDoc(doc), upsert: true },
      }));
      spent.theirs += await timed(async () => void (await bare.bulkWrite(operations, { ordered: false })));
    }
    printRow(`commits of ${size}, documents/s`, rate(rounds * size, spent.ours), rate(rounds * size, spent.theirs));
    const ratio = spent.theirs / spent.ours;
    if (size === 1_000)
      printGoal('folding changes, of a bare bulkWrite', ratio, 'at least', 0.6, 'in commits of 1,000');
  }
}

async function benchPages(views: ReadStore, bare: Collection<BareDoc>, scope: Scope, person: Visitor): Promise<void> {
  console.log();
  printRow(
    'page of 100, ms',
    'bare p50',
    'bare p95',
    'store p50',
    'store p95',
    'HTTP p50',
    'HTTP p95',
    'p50 ratio',
    'p95 ratio',
  );
  const ratios: { readonly median: number; readonly p95: number }[] = [];
  const pages = pagesOf(scope);
  for (const [title, query, asked] of pages) {
    const times = { theirs: [] as number[], ours: [] as number[], http: [] as number[] };
    const parameters = new URLSearchParams({ page: '1', pageSize: '100', ...asked }).toString();
    const path = `/api/links?${parameters}`;
    for (let round = -5; round < ROUNDS; round += 1) {
      const theirs = await timed(() => bareFind(bare, query));
      const ours = await timed(async () => void (await views.find(view, query)));
      const http = await timed(() => pageOf(person, path));
      // The first rounds warm up.
      if (round < 0) continue;
      times.theirs.push(theirs);
      times.ours.push(ours);
      times.http.push(http);
    }
    const lists = [times.theirs, times.ours, times.http];
    const ratio = {
      median: median(times.http) / median(times.theirs),
      p95: percentile(times.http, 0.95) / percentile(times.theirs, 0.95),
    };
    ratios.push(ratio);
    const figures = lists.flatMap((list) => [median(list), percentile(list, 0.95)]);
    printRow(`  ${title}`, ...[...figures, ratio.median, ratio.p95].map((ms) => ms.toFixed(2)));
  }
  for (const which of ['p95', 'median'] as const) {
    const each = ratios.map((ratio) => ratio[which]);
    const within = each.filter((ratio) => ratio <= 2).length;
    const title = `a page over HTTP, ${which}, of the bare find (the worst of them)`;
    printGoal(title, Math.max(...each), 'at most', 2, `${within} of ${pages.length} within 2`);
  }
}

async function pageOf(person: Visitor, path: string): Promise<void> {
  const { status, body } = await person.get<readonly unknown[]>(path, { 'X-Position': '0' });
  if (status !== 200 || body.length === 0) throw new Error(`${path} answered ${status} with ${body.length} links`);
}

async function benchSearches(views: ReadStore, scope: Scope): Promise<void> {
  printRow('searches, ms', 'p50', 'most');
  for (const [title, query] of searchesOf(scope)) {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      // Another limit of the total: it is counted again.
      times.push(await timed(async () => void (await views.find(view, { ...query, countUpTo: 10_000 - round }))));
    }
    const { total } = await views.find(view, query);
    printRow(`  ${title} (${total})`, median(times).toFixed(0), Math.max(...times).toFixed(0));
  }
}

function searchesOf(scope: Scope): readonly (readonly [string, FindQuery<LinkField>])[] {
  const where = { scope, place: 'active' };
  const sort = { field: 'lastChecked', descending: true } as const;
  return SEARCHES.map((contains) => [`search ${contains}`, { where, contains, sort, limit: 100 }]);
}

/** What MongoDB read for each page: no collection scan, and no sort but of few documents. */
async function printPlans(views: ReadStore, client: MongoClient, scope: Scope): Promise<void> {
  console.log();
  printRow('plans', 'keys', 'documents');
  for (const [title, query] of [...pagesOf(scope), ...searchesOf(scope)]) {
    // Another limit of the total: its plan is among them.
    const counted = { ...query, countUpTo: 9_000 };
    const plans = await explainQueries(client, client.db(), 'links@', () => views.find(view, counted));
    for (const { command, stages, keysExamined, documentsExamined } of plans) {
      const what = `${command.find === undefined ? 'count' : 'page'} ${command.hint}`;
      const marks = ['COLLSCAN', 'SORT'].filter((stage) => stages.includes(stage)).join(' ');
      printRow(`  ${title}`.slice(0, 44), String(keysExamined), String(documentsExamined), what, marks);
    }
  }
}

function putsOf(docs: readonly LinkDoc[]): readonly ViewWrite[] {
  return docs.map((doc) => ({ id: doc.id, doc }));
}

function bareDoc({ id, ...rest }: LinkDoc): BareDoc {
  return { _id: id, ...rest };
}

/** The best index for each page. */
function bareIndexes(scope: Scope) {
  const fields = pagesOf(scope).map(([, { where = {}, sort }]) => [...Object.keys(where), sort?.field ?? '', '_id']);
  const keys = new Set(fields.map((each) => [...new Set(each)].join()));
  return [...keys].map((names) => ({ key: Object.fromEntries(names.split(',').map((name) => [name, 1])) }));
}

async function bareFind(
  bare: Collection<BareDoc>,
  { where = {}, sort, skip = 0, limit = 0 }: FindQuery,
): Promise<void> {
  const direction = sort?.descending === true ? -1 : 1;
  const order: Sort = { [sort?.field ?? '_id']: direction, _id: direction };
  const filter = Object.fromEntries(
    Object.entries(where).map(([field, value]) => [field, Array.isArray(value) ? { $in: value } : value]),
  );
  await bare.find(filter, { sort: order, skip, limit }).toArray();
}

const server = hasServers() ? await findMongoDb({ cacheGb: 4 }) : null;
if (server === null) {
  console.log(NO_CLUSTER);
} else {
  try {
    await benchMongoViews(server.url, Number(process.argv[2] ?? 1_000_000));
  } finally {
    await server.stop();
  }
}
