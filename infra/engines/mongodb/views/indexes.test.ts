/** Every query of the lists has its index: the commands that the store sends are captured and explained. */
import test from 'ava';
import { type Document, MongoClient } from 'mongodb';
import { type LinkField, links } from '../../../../projections/views/links/links.ts';
import type { FindQuery } from '../../../ports/read-store.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { findMongoDb, freshDatabase, NO_MONGODB } from '../../../testing/servers/mongodb.ts';
import { openMongoViews } from './read-store.ts';

const { logger } = recordingLogger();
const server = await findMongoDb();
if (server === null) test.skip(NO_MONGODB, () => undefined);
else {
  test.after.always(() => server.stop());
  suite(server.url);
}

const COUNT = 6_000;
const SCOPE = 'user:1';
/** Sent with a command, but no part of the query. */
const AROUND = ['lsid', 'txnNumber', 'startTransaction', 'autocommit', 'readConcern', '$db', '$clusterTime'];

/** Fields as lists sort and filter by them; most links are one person's. */
function linkDoc(index: number) {
  const chance = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) >>> 8;
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + ((chance + offset) % 300))).toISOString();
  return {
    id: `link-${String(index).padStart(6, '0')}`,
    scope: index % 20 === 0 ? `team:${index % 400}` : SCOPE,
    place: chance % 50 === 0 ? 'trash' : 'active',
    clientDomain: `client-${chance % 300}.example`,
    status: chance % 20 === 0 ? 'removed' : 'live',
    assignedTo: chance % 4 === 0 ? null : `user-${chance % 30}`,
    campaignId: chance % 3 === 0 ? `campaign-${chance % 40}` : null,
    pairKey: `pair-${index}`,
    tagSet: chance % 5 === 0 ? `tag-${chance % 7}` : null,
    articleLink: `https://Magazine-${chance % 400}.example/article-${index}`,
    clientLink: `https://client-${chance % 300}.example/${chance % 500}`,
    anchor: chance % 9 === 0 ? '' : `Garden furniture ${chance % 80}`,
    linkType: ['dofollow', 'nofollow', null][chance % 3],
    lastChecked: chance % 15 === 0 ? null : day(1),
    liveDate: day(2).slice(0, 10),
    durationDays: (chance % 24) * 30,
    expirationDate: chance % 10 === 0 ? null : day(3).slice(0, 10),
    trashedAt: chance % 50 === 0 ? day(4) : null,
  };
}

function suite(url: string): void {
  const opening = (async () => {
    const client = await new MongoClient(freshDatabase(url), {
      monitorCommands: true,
      writeConcern: { w: 'majority' },
    }).connect();
    const db = client.db();
    const store = await openMongoViews({ client, db, close: () => client.close() }, { schemas: [links], logger });
    await store.views.beginFilling(links);
    const docs = Array.from({ length: COUNT }, (_, index) => linkDoc(index));
    await store.views.commit(
      links,
      0,
      1,
      docs.map((doc) => ({ id: doc.id, doc })),
    );
    await store.views.endFilling(links);
    return { client, db, store, docs };
  })();
  opening.catch(() => undefined);
  test.after.always(async () => {
    const { store, db, client } = await opening;
    await store.close();
    await db.dropDatabase();
    await client.close();
  });

  /** The queries that `find` sends to the view's collection, explained. */
  const explained = async (query: FindQuery<LinkField>) => {
    const { client, db, store } = await opening;
    const sent: Document[] = [];
    const listen = ({ command, commandName }: { command: Document; commandName: string }) => {
      const isQuery = commandName === 'find' || commandName === 'aggregate';
      if (isQuery && String(command[commandName]).startsWith('links@')) sent.push({ ...command });
    };
    client.on('commandStarted', listen);
    const { rows, total } = await store.views.find(links, query);
    client.off('commandStarted', listen);
    const plans = [];
    for (const command of sent) {
      for (const key of AROUND) delete command[key];
      const explain = await db.command({ explain: command, verbosity: 'executionStats' });
      plans.push({ command, stages: stagesOf(explain), examined: figure(explain, 'totalDocsExamined') });
    }
    return { rows, total, plans };
  };

  const active = { scope: SCOPE, place: 'active' };
  const sortable = links.fields.filter((field) => !['scope', 'place', 'pairKey', 'tagSet'].includes(field));

  for (const field of sortable) {
    test.serial(`sorting by ${field} walks its index, in both directions`, async (t) => {
      for (const descending of [false, true]) {
        for (const where of [{ scope: SCOPE }, active, { ...active, status: ['live', 'removed'] }]) {
          const { plans, rows } = await explained({ where, sort: { field, descending }, limit: 100 });
          t.is(rows.length, 100);
          for (const { stages, command } of plans) {
            t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
            t.false(stages.includes('SORT'), JSON.stringify(command));
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

  test.serial('a filter that leaves few links reads only those, and sorts no others', async (t) => {
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
      t.is(total, matching);
      t.is(rows.length, Math.min(100, matching));
      for (const { stages, examined, command } of plans) {
        t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
        t.true(examined <= 2 * matching, `${examined} of ${matching}: ${JSON.stringify(command)}`);
      }
    }
  });

  test.serial('every filter is counted from an index alone', async (t) => {
    const filters = [
      ...[{}, { place: 'active' }, { ...active, status: 'removed' }, { ...active, clientDomain: 'client-7.example' }],
      ...[
        { ...active, assignedTo: ['user-3', null] },
        { ...active, campaignId: 'campaign-9' },
        { ...active, tagSet: 'tag-3' },
      ],
    ];
    for (const filter of filters) {
      const { plans } = await explained({ where: { scope: SCOPE, ...filter }, limit: 0 });
      t.true(plans.length > 0);
      for (const { stages, examined, command } of plans) {
        t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
        t.is(examined, 0, JSON.stringify(command));
      }
    }
  });

  test.serial('a search is counted without reading documents, and its page reads only matches', async (t) => {
    const { docs } = await opening;
    const matching = docs.filter(
      (doc) => doc.scope === SCOPE && doc.place === 'active' && /magazine-123\./i.test(doc.articleLink),
    );
    const query: FindQuery<LinkField> = {
      where: active,
      contains: 'MAGAZINE-123.',
      sort: { field: 'lastChecked', descending: false },
      limit: 100,
    };
    const { plans, total } = await explained(query);
    t.is(total, matching.length);
    for (const { stages, examined, command } of plans) {
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
    for (const { stages, examined, command } of [...after.plans, ...far.plans]) {
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
    for (const { stages, examined, command } of (await explained(query)).plans) {
      t.false(stages.includes('COLLSCAN'), JSON.stringify(command));
      t.true(examined <= matching, JSON.stringify(command));
    }
  });
}

/** The stages of the winning plans in an explanation, wherever they are. */
function stagesOf(explain: unknown): string[] {
  if (Array.isArray(explain)) return explain.flatMap(stagesOf);
  if (typeof explain !== 'object' || explain === null) return [];
  return Object.entries(explain).flatMap(([key, value]) => {
    if (key === 'rejectedPlans') return [];
    return key === 'stage' && typeof value === 'string' ? [value] : stagesOf(value);
  });
}

/** The first figure of that name. */
function figure(explain: unknown, name: string): number {
  if (typeof explain !== 'object' || explain === null) return Number.NaN;
  for (const [key, value] of Object.entries(explain)) {
    const found = key === name ? Number(value) : figure(value, name);
    if (!Number.isNaN(found)) return found;
  }
  return Number.NaN;
}
