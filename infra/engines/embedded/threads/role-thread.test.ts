import test, { type ExecutionContext } from 'ava';
import { PERSONAL_FIELDS } from '../../../../command-service/events.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import { links } from '../../../../projections/views/links/links.ts';
import type { CommitSummary } from '../../../../query-service/live/changes.ts';
import { EventBuilder, linkAdded, writeAll } from '../../../testing/event-builder.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openEmbeddedEngine } from '../engine.ts';
import { startFindThread } from './find-thread.ts';
import { startViewThread } from './role-thread.ts';

/** Totals are kept of what is asked for page by page. */
const PAGE = { limit: 100 };

async function start(t: ExecutionContext, script?: URL) {
  const { logger, said } = recordingLogger();
  const stores = await openEmbeddedEngine({ dataDir: temporaryFolder(t) }, PERSONAL_FIELDS, allViews, logger);
  const finder = startFindThread({
    ...{ reads: stores.reads, file: stores.files.views, schemas: allViews, hasWriter: true, logger },
  });
  const summaries: CommitSummary[] = [];
  const thread = startViewThread({
    ...{ stores, elsewhere: finder.elsewhere, logger, logLevel: 'silent', views: allViews.map(({ name }) => name) },
    onCommit: (summary) => void summaries.push(summary),
    onProgress: () => undefined,
    ...(script && { script }),
  });
  t.teardown(async () => {
    await thread.stop();
    await finder.stop();
    await stores.close();
  });
  const add = async (...ids: readonly string[]) => {
    const events = new EventBuilder();
    for (const id of ids) events.add(linkAdded(id));
    const unique = events.all.map((event) => ({ ...event, id: `${event.stream}-added` }));
    await writeAll(stores.store, unique);
    await thread.caughtUp(await stores.feed.head());
  };
  return { reads: finder.reads, thread, add, summaries, said };
}

test('what is appended here is in the views there, with totals that follow and a word to who looks', async (t) => {
  const { reads, add, summaries } = await start(t);
  await add('l1');
  t.is((await reads.find(links, PAGE)).total, 1);
  await add('l2', 'l3');
  const { rows, total } = await reads.find(links, PAGE);
  t.is(total, 3);
  t.is(rows.length, 3);
  const told = summaries.filter(({ view }) => view === links.name).flatMap(({ changes }) => changes);
  t.deepEqual(told.flatMap(({ linkIds }) => linkIds ?? []).toSorted(), ['l1', 'l2', 'l3']);
});

test('a thread that ends by itself is said, started again, and goes on where the views are', async (t) => {
  const { reads, add, thread, said } = await start(
    t,
    new URL('../../../testing/fakes/crashing-role-worker.ts', import.meta.url),
  );
  await add('l1', 'l2');
  t.is((await reads.find(links, PAGE)).total, 2);
  t.true(thread.status().every(({ state, error }) => state === 'following' && error === undefined));
  t.true(said.some((message) => message.includes('started again')));
});
