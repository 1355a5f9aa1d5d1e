/** The read store at the size of a large agency, beside bare node:sqlite. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteViews } from '../../engines/embedded/views/view-store.ts';
import type { FindQuery, ViewSchema } from '../../ports/storage/read-store.ts';
import { median, percentile, printRow, rate, timed } from '../measure.ts';
import { pseudoRandom } from '../sample-link.ts';

const schema: ViewSchema = {
  name: 'links',
  version: 1,
  fields: [
    'scope',
    'status',
    'linkType',
    'articleLink',
    'clientLink',
    'anchor',
    'lastChecked',
    'liveDate',
    'duration',
    'assignedTo',
    'clientDomain',
  ],
  partition: 'scope',
  search: ['articleLink', 'clientLink', 'anchor'],
};

function link(index: number) {
  const chance = pseudoRandom(index);
  const day = (offset: number) =>
    new Date(Date.UTC(2025, 0, 1) + ((chance + offset) % 500) * 86_400_000 + chance).toISOString();
  const status = chance % 20 === 0 ? 'removed' : chance % 7 === 0 ? 'pending' : 'live';
  return {
    id: `link-${index.toString().padStart(8, '0')}`,
    scope: index % 20 === 0 ? `team:${index % 400}` : 'user:1',
    status,
    linkType: status === 'live' ? (['dofollow', 'nofollow', 'sponsored'][chance % 3] ?? null) : null,
    articleLink: `https://Magazine-${chance % 4_000}.example/${2020 + (chance % 6)}/article-${index}`,
    clientLink: `https://client-${chance % 300}.example/products/${chance % 5_000}`,
    clientDomain: `client-${chance % 300}.example`,
    anchor: chance % 9 === 0 ? null : `Garden furniture ${chance % 800}`,
    lastChecked: chance % 15 === 0 ? null : day(1),
    liveDate: status === 'live' ? day(2).slice(0, 10) : null,
    duration: `${chance % 24} months`,
    assignedTo: chance % 4 === 0 ? null : `user-${chance % 30}`,
    remarks: 'x'.repeat(chance % 200),
  };
}

/** Fills a view with `links` documents, commits single changes, and asks for pages in every way. */
export async function benchViews(folder: string, links: number): Promise<void> {
  const views = openSqliteViews(join(folder, 'views.db'), [schema]);
  const bare = new DatabaseSync(join(folder, 'bare-views.db'));
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000');
  bare.exec(
    'CREATE TABLE links (id TEXT PRIMARY KEY, scope, status, articleLink, lastChecked, doc); CREATE INDEX by_checked ON links (scope, lastChecked, id); CREATE INDEX by_article ON links (scope, lastChecked, id, status)',
  );
  const insert = bare.prepare('INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?, ?)');
  const bareWrite = (doc: ReturnType<typeof link>) =>
    insert.run(doc.id, doc.scope, doc.status, doc.articleLink.toLowerCase(), doc.lastChecked, JSON.stringify(doc));
  const docs = Array.from({ length: links }, (_, index) => link(index));
  let position = 0;
  const commit = async (changed: readonly ReturnType<typeof link>[]) => {
    await views.commit(
      schema,
      position,
      position + 1,
      changed.map((doc) => ({ id: doc.id, doc })),
    );
    position += 1;
  };
  const fill = { ours: 0, theirs: 0 };
  for (let index = 0; index < links; index += 1_000) {
    const chunk = docs.slice(index, index + 1_000);
    fill.ours += await timed(() => commit(chunk));
    fill.theirs += await timed(() => {
      bare.exec('BEGIN');
      for (const doc of chunk) bareWrite(doc);
      bare.exec('COMMIT');
    });
  }
  console.log();
  printRow('documents/s (bare: two indexes, no search)', 'adapter', 'bare');
  printRow(`filling a view with ${links.toLocaleString('en')} links`, rate(links, fill.ours), rate(links, fill.theirs));
  const single = { ours: [] as number[], theirs: [] as number[] };
  for (let index = 0; index < 2_000; index += 1) {
    const doc = {
      ...link(pseudoRandom(index) % links),
      status: 'removed',
      lastChecked: new Date(1_800_000_000_000 + index).toISOString(),
    };
    single.ours.push(await timed(() => commit([doc])));
    single.theirs.push(await timed(() => void bareWrite(doc)));
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  printRow('commits of one checked link', rate(2_000, sum(single.ours)), rate(2_000, sum(single.theirs)));
  await benchFinds(views, bare);
  views.close();
  bare.close();
}

async function benchFinds(views: ReturnType<typeof openSqliteViews>, bare: DatabaseSync): Promise<void> {
  const scope = 'user:1';
  const sorted = (field: string, descending: boolean): FindQuery => ({
    where: { scope },
    sort: { field, descending },
    limit: 100,
  });
  const many = ['user:1', 'team:0', 'team:20', 'team:40'];
  const queries: [string, FindQuery][] = [
    ...schema.fields.slice(1).flatMap((field): [string, FindQuery][] => [
      [`by ${field}`, sorted(field, false)],
      [`by ${field}, descending`, sorted(field, true)],
    ]),
    ['page 500 by lastChecked, descending', { ...sorted('lastChecked', true), skip: 50_000 }],
    ['four scopes by lastChecked, descending', { ...sorted('lastChecked', true), where: { scope: many } }],
    ['status removed', { ...sorted('lastChecked', true), where: { scope, status: 'removed' } }],
    [
      'status live and nofollow',
      { ...sorted('lastChecked', true), where: { scope, status: 'live', linkType: 'nofollow' } },
    ],
    ['removed or pending, by anchor', { ...sorted('anchor', false), where: { scope, status: ['removed', 'pending'] } }],
    ['one client domain', { ...sorted('lastChecked', true), where: { scope, clientDomain: 'client-7.example' } }],
    ['search, one match', { ...sorted('lastChecked', true), contains: 'article-77777' }],
    ['search, some matches', { ...sorted('lastChecked', true), contains: 'magazine-123' }],
    ['search, nearly all match', { ...sorted('lastChecked', true), contains: 'garden' }],
    ['search, two letters', { ...sorted('lastChecked', true), contains: 'zz' }],
  ];
  const doc = link(1);
  let round = 0;
  console.log();
  printRow('page of 100, ms', 'cold total', 'p50', 'p95', 'in flow p50');
  for (const [title, query] of queries) {
    const { cold, warm, flow } = { cold: [] as number[], warm: [] as number[], flow: [] as number[] };
    for (let index = 0; index < 60; index += 1) {
      if (index % 20 === 0) {
        // Enough changes at once to make the store forget its totals.
        const at = await views.position(schema);
        await views.commit(
          schema,
          at,
          at + 1,
          Array.from({ length: 400 }, (_, other) => ({ id: link(other).id, doc: link(other) })).flatMap((write) =>
            Array.from({ length: 51 }, () => write),
          ),
        );
        cold.push(await timed(async () => void (await views.find(schema, query))));
      }
      warm.push(await timed(async () => void (await views.find(schema, query))));
      round += 1;
      const at = await views.position(schema);
      await views.commit(schema, at, at + 1, [
        { id: doc.id, doc: { ...doc, lastChecked: new Date(1_900_000_000_000 + round).toISOString() } },
      ]);
      flow.push(await timed(async () => void (await views.find(schema, query))));
    }
    printRow(
      `  ${title}`,
      ...[median(cold), median(warm), percentile(warm, 0.95), median(flow)].map((ms) => ms.toFixed(2)),
    );
  }
  const page = bare.prepare('SELECT doc FROM links WHERE scope = ? ORDER BY lastChecked DESC, id DESC LIMIT 100');
  const count = bare.prepare('SELECT count(*) FROM links WHERE scope = ?');
  const like = bare.prepare(
    "SELECT doc FROM links WHERE scope = ? AND articleLink LIKE '%magazine-123%' ORDER BY lastChecked LIMIT 100",
  );
  const bareCases: [string, () => unknown][] = [
    ['  bare: a page in index order, no total', () => page.all(scope).map((row) => JSON.parse(String(row.doc)))],
    ['  bare: the total', () => count.get(scope)],
    ['  bare: a search with LIKE, no total', () => like.all(scope)],
  ];
  for (const [title, work] of bareCases) {
    const times: number[] = [];
    for (let index = 0; index < 20; index += 1) times.push(await timed(() => void work()));
    printRow(title, '', median(times).toFixed(2), percentile(times, 0.95).toFixed(2));
  }
}
