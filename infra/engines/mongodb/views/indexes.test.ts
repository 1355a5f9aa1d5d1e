/** Every query of the lists has its index: the test captures the store's commands and explains them. */
import test from 'ava';
import { MongoClient } from 'mongodb';
import { type LinkField, links } from '../../../../projections/views/links/links.ts';
import { type FindQuery, MAX_COUNTED } from '../../../ports/storage/read-store.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { explainQueries } from '../../../testing/servers/explain-queries.ts';
import { findMongoDb, freshDatabase, NO_MONGODB } from '../../../testing/servers/mongodb.ts';
import { openMongoViews } from './read-store.ts';

const { logger } = recordingLogger();
const COUNT = Number(process.env.MONGODB_LINKS ?? 30_000);
const SLICE = 2_000;
const SCOPE = 'user:1';
/** Fields as lists sort and filter by them; most links belong to one person. */
function linkDoc(index: number) {
  const chance = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) >>> 8;
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + ((chance + offset) % 300))).toISOString();
  return {
    id: `link-${String(index).padStart(6, '0')}`,
    scope: index % 20 === 0 ? `team:${index % 400}` : SCOPE,
    place: chance % 50 === 0 ? 'trash' : 'active',
    clientDomain: `client-${chance % 300}.example`,
    listStatus: chance % 20 === 0 ? 'removed' : chance % 23 === 0 ? 'removed-unseen' : 'live',
    assignedTo: chance % 4 === 0 ? null : `user-${chance % 30}`,
    campaignId: chance % 3 === 0 ? `campaign-${chance % 40}` : null,
    pairKey: `pair-${index}`,
    tagSet: chance % 5 === 0 ? `tag-${chance % 7}` : null,
    warningSet: chance % 12 === 0 ? 'noindex' : null,
    deviationSet: chance % 30 === 0 ? 'wrong-type' : null,
    vendor: chance % 25 === 0 ? `vendor ${chance % 40}` : null,
    templateId: chance % 20 === 0 ? 'template' : null,
    publisher: `magazine-${chance % 400}.example`,
    reason: chance % 20 === 0 ? 'not-on-page' : 'found-static',
    addedDay: day(0).slice(0, 10),
    articleLink: `https://Magazine-${chance % 400}.example/article-${index}`,
    clientLink: `https://client-${chance % 300}.example/${chance % 500}`,
    anchor: chance % 9 === 0 ? '' : `Garden furniture ${chance % 80}`,
    linkType: ['dofollow', 'nofollow', null][chance % 3],
    lastChecked: chance % 15 === 0 ? null : day(1),
    liveDate: day(2).slice(0, 10),
    durationDays: (chance % 24) * 30,
    expirationDate: chance % 10 === 0 ? null : day(3).slice(0, 10),
    statusSince: day(2).slice(0, 10),
    trashedAt: chance % 50 === 0 ? day(4) : null,
  };
}

function suite({ url, stop }: NonNullable<Awaited<ReturnType<typeof findMongoDb>>>): void {
  const opening = (async () => {
    const client = await new MongoClient(freshDatabase(url), {
      monitorCommands: true,
      writeConcern: { w: 'majority' },
    }).connect();
    const db = client.db();
    const store = await openMongoViews({ client, db, close: () => client.close() }, { schemas: [links], logger });
    await store.views.beginFilling(links);
    const docs = Array.from({ length: COUNT }, (_, index) => linkDoc(index));
    for (let at = 0; at < COUNT; at += SLICE) {
      const writes = docs.slice(at, at + SLICE).map((doc) => ({ id: doc.id, doc }));
      await store.views.commit(links, at, at + SLICE, writes);
    }
    await store.views.endFilling(links);
    return { client, db, store, docs };
  })();
  opening.catch(() => undefined);
  test.after.always(async () => {
    const { store, db, client } = await opening;
    await store.close();
    await db.dropDatabase();
    await client.close();
    await stop();
  });

  const explained = async (query: FindQuery<LinkField>) => {
    const { client, db, store } = await opening;
    const plans = await explainQueries(client, db, 'links@', () => store.views.find(links, query));
    return { plans, ...(await store.views.find(links, query)) };
  };

  const active = { scope: SCOPE, place: 'active' };
  const { place: sortable = [], pairKey: _, ...filtered } = links.orders ?? {};

  for (const field of sortable.filter((each) => each !== null)) {
    test.serial(`sorting by ${field} walks its index, in both directions`, async (t) => {
      const [first = linkDoc(1)] = (await opening).docs.filter(
        ({ scope, place }) => scope === SCOPE && place === 'active',
      );
      for (const descending of [false, true]) {
        const wheres = [active, { ...active, listStatus: ['live', 'removed'] }];
        for (const where of [...wheres, { ...active, [field]: first[field] }]) {
          const { plans, rows } = await explained({ where, sort: { field, descending }, limit: 100 });
          t.true(rows.length === 100 || !wheres.includes(where));
          for (const { stages, command } of plans) {
            t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
            t.false(stages.includes('SORT'), JSON.stringify(command));
          }
        }
      }
    });
  }

  for (const [field, orders] of Object.entries(filtered)) {
    test.serial(`links of one ${field} are read in the order of their last check`, async (t) => {
      t.true(orders.includes('lastChecked'));
      const named = (await opening).docs.filter(({ scope, place }) => scope === SCOPE && place === 'active');
      const known = [...new Set(named.map((doc) => doc[field as keyof typeof doc] ?? null))];
      for (const descending of [false, true]) {
        for (const values of [known[0] ?? null, known.slice(0, 3)]) {
          const query = { where: { ...active, [field]: values }, sort: { field: 'lastChecked', descending } } as const;
          for (const { stages, documentsExamined, command } of (await explained({ ...query, limit: 100 })).plans) {
            t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
            t.false(stages.includes('SORT'), JSON.stringify(command));
            t.true(documentsExamined <= 100, `${documentsExamined}: ${JSON.stringify(command)}`);
          }
        }
      }
    });
  }

  test.serial('several scopes are merged in order, not sorted', async (t) => {
    const scope = [SCOPE, 'team:20', 'team:40', 'team:60'];
    const query: FindQuery<LinkField> = {
      where: { scope, place: 'active' },
      sort: { field: 'lastChecked', descending: true },
      limit: 100,
    };
    for (const { stages } of (await explained(query)).plans) {
      t.false(stages.includes('COLLSCAN'));
      t.false(stages.includes('SORT'));
    }
  });

  test.serial('a filter that leaves few links reads and sorts only those', async (t) => {
    const { docs } = await opening;
    for (const filter of [{ clientDomain: 'client-7.example' }, { campaignId: 'campaign-9' }, { tagSet: 'tag-3' }]) {
      const matching = docs.filter((doc) =>
        Object.entries({ ...active, ...filter }).every(([field, value]) => doc[field as keyof typeof doc] === value),
      ).length;
      const query: FindQuery<LinkField> = {
        where: { ...active, ...filter },
        sort: { field: 'lastChecked', descending: false },
        limit: 100,
      };
      const { plans, rows, total } = await explained(query);
      t.is(total, Math.min(matching, MAX_COUNTED));
      t.is(rows.length, Math.min(100, matching));
      for (const { stages, documentsExamined: examined, command } of plans) {
        t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
        t.true(examined <= 2 * matching, `${examined} of ${matching}: ${JSON.stringify(command)}`);
      }
    }
  });

  test.serial('a walk of the sort index that takes too long is given up, and the matches are collected', async (t) => {
    const { client, db, docs, store } = await opening;
    const mongo = { client, db, close: async () => {} };
    const impatient = await openMongoViews(mongo, { schemas: [links], logger, maxWalkMs: 1 });
    t.teardown(() => impatient.close());
    // All of them have the status `removed`, which comes after `live`.
    const where = { ...active, reason: 'not-on-page' };
    const query: FindQuery<LinkField> = { where, sort: { field: 'listStatus', descending: false }, limit: 10 };
    const pages: unknown[] = [await store.views.find(links, query)];
    const plans = await explainQueries(client, db, 'links@', async () => {
      pages.push(await impatient.views.find(links, query));
    });
    const hints = plans.flatMap(({ command }) => (command.limit === 10 ? [command.hint] : []));
    t.deepEqual(hints, ['by place, listStatus', 'by reason, lastChecked']);
    const matching = docs.filter((doc) =>
      Object.entries(where).every(([field, value]) => doc[field as keyof typeof doc] === value),
    );
    const found = { rows: matching.slice(0, 10), total: Math.min(matching.length, MAX_COUNTED) };
    t.deepEqual(pages, [found, found]);
  });

  test.serial('every filter is counted from an index alone', async (t) => {
    const daysFrom = (year: number, length: number) =>
      Array.from({ length }, (_, day) => new Date(Date.UTC(year, 2, 1 + day)).toISOString().slice(0, 10));
    const filters = [
      ...[
        {},
        { place: 'active' },
        { ...active, listStatus: 'removed' },
        { ...active, clientDomain: 'client-7.example' },
      ],
      ...[
        { ...active, assignedTo: ['user-3', null] },
        { ...active, campaignId: 'campaign-9' },
        { ...active, tagSet: 'tag-3' },
        { ...active, warningSet: ['noindex', 'noindex,robots-txt'] },
        { ...active, linkType: ['nofollow', null] },
        { ...active, publisher: 'magazine-7.example' },
        { ...active, reason: 'not-on-page' },
        { ...active, addedDay: daysFrom(2018, 3_653) },
        { ...active, expirationDate: daysFrom(2026, 31) },
      ],
    ];
    for (const filter of filters) {
      // Uses a different limit, because earlier counts are cached.
      const { plans } = await explained({ where: { scope: SCOPE, ...filter }, limit: 0, countUpTo: 9_000 });
      t.true(plans.length > 0);
      for (const { stages, documentsExamined: examined, command } of plans) {
        t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
        t.is(examined, 0, JSON.stringify(command));
      }
    }
  });

  test.serial('a search is counted without reading documents, and its page reads only matches', async (t) => {
    const { docs } = await opening;
    const matching = docs.filter(
      (doc) => doc.scope === SCOPE && doc.place === 'active' && /article-1234/.test(doc.articleLink),
    );
    const query: FindQuery<LinkField> = {
      where: active,
      contains: 'ARTICLE-1234',
      sort: { field: 'lastChecked', descending: false },
      limit: 100,
    };
    const { plans, total } = await explained(query);
    t.is(total, Math.min(matching.length, MAX_COUNTED));
    for (const { stages, documentsExamined: examined, command } of plans) {
      t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
      t.true(examined <= matching.length, `${examined} of ${matching.length}: ${JSON.stringify(command)}`);
    }
    const often = await explained({ ...query, contains: 'garden furniture' });
    for (const { stages } of often.plans) t.false(stages.includes('SORT'));
  });

  test.serial('pages by id and pages far behind read no other documents', async (t) => {
    const after = await explained({ where: active, after: 'link-003000', limit: 50, countUpTo: 1 });
    t.is(after.rows.length, 50);
    const far = await explained({
      where: active,
      sort: { field: 'lastChecked', descending: false },
      skip: 4_000,
      limit: 50,
    });
    t.is(far.rows.length, 50);
    for (const { stages, documentsExamined: examined, command } of [...after.plans, ...far.plans]) {
      t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
      t.false(stages.includes('SORT'), JSON.stringify(command));
      t.true(examined <= 60, JSON.stringify(command));
    }
  });

  test.serial('a filter without a scope jumps from scope to scope', async (t) => {
    const query: FindQuery<LinkField> = {
      where: { place: 'trash' },
      sort: { field: 'trashedAt', descending: false },
      limit: 50,
    };
    const { docs } = await opening;
    const matching = docs.filter(({ place }) => place === 'trash').length;
    for (const { stages, documentsExamined: examined, command } of (await explained(query)).plans) {
      t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
      t.true(examined <= matching, JSON.stringify(command));
    }
  });
}

const server = await findMongoDb();
if (server === null) test.skip(NO_MONGODB, () => undefined);
else suite(server);
