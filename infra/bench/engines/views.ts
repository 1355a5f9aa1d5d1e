/**
 * The views in MongoDB beside the bare driver, in interleaved rounds: `node infra/bench/engines/views.ts [links]` (default
 * 1,000,000; some minutes). The server is TEST_MONGODB_URL, else mongod on the PATH. The bare side keeps the documents as
 * BSON and has the best index for each query.
 */
import { type Collection, type Document, MongoClient, type Sort } from 'mongodb';
import { type LinkField, links as view } from '../../../projections/views/links/links.ts';
import { openMongoViews } from '../../engines/mongodb/views/read-store.ts';
import { createLogger } from '../../observability/logger.ts';
import type { FindQuery, ReadStore } from '../../ports/read-store.ts';
import { explainQueries } from '../../testing/servers/explain-queries.ts';
import { findMongoDb, freshDatabase, NO_MONGODB } from '../../testing/servers/mongodb.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from '../measure.ts';

const SCOPE = 'user:1';
const SLICE = 5_000;
const ROUNDS = 60;

/** A repeatable random generator. */
function mixed(index: number): number {
  return Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) >>> 8;
}

/** A document as large as a link's: 1.2 kB of JSON. */
function linkDoc(index: number, round = 0) {
  const chance = mixed(index);
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + ((chance + offset) % 300)) + chance).toISOString();
  return {
    id: `0198c0de-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
    scope: index % 20 === 0 ? `team:${index % 400}` : SCOPE,
    place: chance % 50 === 0 ? 'trash' : 'active',
    clientDomain: `client-${chance % 300}.example`,
    status: chance % 20 === 0 ? 'removed' : chance % 7 === 0 ? 'pending' : 'live',
    assignedTo: chance % 4 === 0 ? null : `user-${chance % 30}`,
    campaignId: chance % 3 === 0 ? `campaign-${chance % 400}` : null,
    pairKey: `pair-${index}`,
    tagSet: chance % 5 === 0 ? `tag-${chance % 7}` : null,
    articleLink: `https://Magazine-${chance % 4_000}.example/${2020 + (chance % 6)}/article-${index}`,
    clientLink: `https://client-${chance % 300}.example/products/${chance % 5_000}`,
    anchor: chance % 9 === 0 ? '' : `Garden furniture ${chance % 800}`,
    linkType: ['dofollow', 'nofollow', 'sponsored', null][chance % 4] ?? null,
    lastChecked: round > 0 ? new Date(1_800_000_000_000 + round).toISOString() : chance % 15 === 0 ? null : day(1),
    liveDate: day(2).slice(0, 10),
    durationDays: (chance % 24) * 30,
    expirationDate: chance % 10 === 0 ? null : day(3).slice(0, 10),
    trashedAt: chance % 50 === 0 ? day(4) : null,
    remarks: 'x'.repeat(300 + (chance % 200)),
    check: { checkId: `check-${index}`, articleLink: 'https://magazine.example/', clientLink: '', recorded: true },
  };
}

type LinkDoc = ReturnType<typeof linkDoc>;
type BareDoc = Document & { readonly _id: string };

const active = { scope: SCOPE, place: 'active' };
const filters: readonly Readonly<Partial<Record<LinkField, string | null>>>[] = [
  ...[
    { listStatus: 'removed' },
    { listStatus: 'live' },
    { clientDomain: 'client-7.example' },
    { assignedTo: 'user-3' },
  ],
  ...[{ assignedTo: null }, { campaignId: 'campaign-9' }, { tagSet: 'tag-3' }, { linkType: 'nofollow' }],
];
const sortable = view.fields.filter((field) => !['scope', 'place', 'pairKey', 'tagSet', 'trashedAt'].includes(field));
const byLastChecked = { field: 'lastChecked', descending: true } as const;

/** Title and query; each is compared with the driver's own `find`. */
const pages: readonly (readonly [string, FindQuery<LinkField>])[] = [
  ...sortable.flatMap((field) =>
    [false, true].map((descending): [string, FindQuery<LinkField>] => [
      `by ${field}${descending ? ', descending' : ''}`,
      { where: active, sort: { field, descending }, limit: 100 },
    ]),
  ),
  ...filters.map((filter): [string, FindQuery<LinkField>] => [
    JSON.stringify(filter),
    { where: { ...active, ...filter }, sort: byLastChecked, limit: 100 },
  ]),
  ['page 500', { where: active, sort: byLastChecked, skip: 50_000, limit: 100 }],
];

/** Searches; the driver has nothing to compare them with. */
const searches: readonly (readonly [string, FindQuery<LinkField>])[] = [
  'article-77777',
  'magazine-123.',
  'garden',
  'zz',
].map((contains) => [`search ${contains}`, { where: active, contains, sort: byLastChecked, limit: 100 }]);

/** Fills the view, commits changes, and asks for pages in every way. */
async function benchMongoViews(url: string, count: number): Promise<void> {
  const client = await new MongoClient(freshDatabase(url), {
    monitorCommands: true,
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  }).connect();
  const db = client.db();
  const mongo = { client, db, close: () => client.close() };
  const store = await openMongoViews(mongo, { schemas: [view], logger: createLogger('warn') });
  const bare = db.collection<BareDoc>('bare');
  try {
    await benchFill(store.views, bare, count);
    await benchCommits(store.views, bare, count);
    await benchPages(store.views, bare);
    await benchSearches(store.views);
    await printPlans(store.views, client, db.databaseName);
  } finally {
    await store.close();
    await db.dropDatabase();
    await client.close();
  }
}

async function benchFill(views: ReadStore, bare: Collection<BareDoc>, count: number): Promise<void> {
  const spent = { ours: 0, theirs: 0 };
  await views.beginFilling(view);
  for (let from = 0; from < count; from += SLICE) {
    const docs = Array.from({ length: Math.min(SLICE, count - from) }, (_, offset) => linkDoc(from + offset));
    spent.ours += await timed(async () => {
      await views.getMany(
        view,
        docs.map(({ id }) => id),
      );
      const writes = docs.map((doc) => ({ id: doc.id, doc }));
      await views.commit(view, from, from + docs.length, writes);
    });
    const operations = docs.map((doc) => ({ insertOne: { document: bareDoc(doc) } }));
    spent.theirs += await timed(async () => void (await bare.bulkWrite(operations, { ordered: false })));
  }
  const indexing = {
    ours: await timed(() => views.endFilling(view)),
    theirs: await timed(async () => void (await bare.createIndexes(bareIndexes()))),
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

async function benchCommits(views: ReadStore, bare: Collection<BareDoc>, count: number): Promise<void> {
  for (const size of [1, 100, 1_000]) {
    const spent = { ours: 0, theirs: 0 };
    const rounds = size === 1 ? 300 : 20;
    for (let round = 1; round <= rounds; round += 1) {
      const docs = Array.from({ length: size }, (_, at) => linkDoc(mixed(round * size + at) % count, round));
      const position = await views.position(view);
      const writes = docs.map((doc) => ({ id: doc.id, doc }));
      spent.ours += await timed(() => views.commit(view, position, position + 1, writes));
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

async function benchPages(views: ReadStore, bare: Collection<BareDoc>): Promise<void> {
  console.log();
  printRow('page of 100, ms', 'p50', 'p95', 'bare p50', 'bare p95', 'in flow p50');
  let worst = 0;
  for (const [title, query] of pages) {
    const times = { ours: [] as number[], theirs: [] as number[], flow: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(await timed(async () => void (await views.find(view, query))));
      times.theirs.push(await timed(() => bareFind(bare, query)));
      if (round % 3 > 0) continue;
      // A commit makes the store count again.
      const position = await views.position(view);
      const doc = linkDoc(1, round + 1);
      await views.commit(view, position, position + 1, [{ id: doc.id, doc }]);
      times.flow.push(await timed(async () => void (await views.find(view, query))));
    }
    const figures = [times.ours, times.theirs].flatMap((list) => [median(list), percentile(list, 0.95)]);
    printRow(`  ${title}`, ...[...figures, median(times.flow)].map((ms) => ms.toFixed(2)));
    worst = Math.max(worst, percentile(times.ours, 0.95) / percentile(times.theirs, 0.95));
  }
  printGoal('a page, p95, of the bare find (the worst of them)', worst, 'at most', 2, 'without HTTP');
}

async function benchSearches(views: ReadStore): Promise<void> {
  for (const [title, query] of searches) {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const position = await views.position(view);
      await views.commit(view, position, position + 1, []);
      times.push(await timed(async () => void (await views.find(view, query))));
    }
    const { total } = await views.find(view, query);
    printRow(`  ${title} (${total})`, median(times).toFixed(0), Math.max(...times).toFixed(0));
  }
}

/** What MongoDB read for each page: no collection scan, and no sort but of few documents. */
async function printPlans(views: ReadStore, client: MongoClient, database: string): Promise<void> {
  console.log();
  printRow('plans', 'keys', 'documents');
  for (const [title, query] of [...pages, ...searches]) {
    // After a commit the total is counted again: its plan is among them.
    const position = await views.position(view);
    await views.commit(view, position, position + 1, []);
    const plans = await explainQueries(client, client.db(database), 'links@', () => views.find(view, query));
    for (const { command, stages, keysExamined, documentsExamined } of plans) {
      const what = `${command.find === undefined ? 'count' : 'page'} ${command.hint}`;
      const marks = ['COLLSCAN', 'SORT'].filter((stage) => stages.includes(stage)).join(' ');
      printRow(`  ${title}`.slice(0, 44), String(keysExamined), String(documentsExamined), what, marks);
    }
  }
}

function bareDoc({ id, ...rest }: LinkDoc): BareDoc {
  return { _id: id, ...rest };
}

function bareIndexes() {
  const sorted = sortable.map((field) => ({ key: { scope: 1, place: 1, [field]: 1, _id: 1 } }));
  const filtered = ['status', 'clientDomain', 'assignedTo', 'campaignId', 'tagSet', 'linkType'].map((field) => ({
    key: { scope: 1, place: 1, [field]: 1, lastChecked: 1, _id: 1 },
  }));
  return [...sorted, ...filtered];
}

async function bareFind(
  bare: Collection<BareDoc>,
  { where = {}, sort, skip = 0, limit = 0 }: FindQuery,
): Promise<void> {
  const direction = sort?.descending === true ? -1 : 1;
  const order: Sort = { [sort?.field ?? '_id']: direction, _id: direction };
  await bare.find(where, { sort: order, skip, limit }).toArray();
}

const server = await findMongoDb();
if (server === null) {
  console.log(NO_MONGODB);
} else {
  try {
    await benchMongoViews(server.url, Number(process.argv[2] ?? 1_000_000));
  } finally {
    await server.stop();
  }
}
