import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import { links } from '../../../../projections/views/links/links.ts';
import type { CommitSummary } from '../../../../query-service/live/change-summary.ts';
import { openLog } from '../../../main/parts/open-log.ts';
import { runProjections } from '../../../main/roles/projections.ts';
import type { RoleToRun } from '../../../ports/engine.ts';
import type { CommitNotice } from '../../../ports/storage/read-store.ts';
import { memoryLeases, memoryValues } from '../../../testing/apps/memory-engine.ts';
import { EventBuilder, linkAdded, writeAll } from '../../../testing/event-builder.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteEvents } from '../log/event-log.ts';
import { openSqliteKeys } from '../stores/key-store.ts';
import { openSqliteViews } from '../views/view-store.ts';
import { startFindThread } from './find-thread.ts';
import { startRoleThread } from './role-thread.ts';

/** Totals are cached for queries of one page. */
const PAGE = { limit: 100 };

async function start(t: ExecutionContext, script?: URL) {
  const { logger, said } = recordingLogger();
  const folder = temporaryFolder(t);
  const files = { events: join(folder, 'events.db'), keys: join(folder, 'keys.db'), views: join(folder, 'views.db') };
  const log = openSqliteEvents<LinkledgerEvent>(files.events);
  const keys = openSqliteKeys(files.keys);
  const views = openSqliteViews(files.views, allViews);
  const finder = startFindThread({ reads: views, file: files.views, schemas: allViews, logger });
  const stop = new AbortController();
  const notices: (CommitNotice | 'lost')[] = [];
  const watching = (async () => {
    for await (const notice of finder.reads.watch(stop.signal)) notices.push(notice);
  })();
  const deps = { files, log, logger, logLevel: 'silent', schemas: allViews, ...(script && { script }) };
  const runRole = (role: RoleToRun) => startRoleThread({ ...deps, role, notices: finder.attachWriter() });
  const now = () => new Date();
  const engine = { runRole, isShared: false, values: memoryValues(now), leases: memoryLeases() };
  const thread = runProjections({ engine, logger, now });
  const store = openLog({ log, keys }, logger);
  t.teardown(async () => {
    stop.abort();
    await watching;
    await thread.stop();
    await finder.stop();
    await log.close();
    views.close();
    keys.close();
  });
  const add = async (...ids: readonly string[]) => {
    const events = new EventBuilder();
    for (const id of ids) events.add(linkAdded(id));
    const unique = events.all.map((event) => ({ ...event, id: `${event.stream}-added` }));
    await writeAll(store, unique);
    await thread.caughtUp(await store.head());
  };
  return { reads: finder.reads, thread, add, notices, said };
}

test('an append here reaches the views there, with totals and the note of each commit', async (t) => {
  const { reads, add, notices } = await start(t);
  await add('l1');
  t.is((await reads.find(links, PAGE)).total, 1);
  await add('l2', 'l3');
  const { rows, total } = await reads.find(links, PAGE);
  t.is(total, 3);
  t.is(rows.length, 3);
  const named = notices.flatMap((notice) => {
    if (notice === 'lost' || notice.view !== links.name) return [];
    return (notice.note as CommitSummary).changes.flatMap(({ linkIds }) => linkIds ?? []);
  });
  t.deepEqual(named.toSorted(), ['l1', 'l2', 'l3']);
});

test('a thread that exits is logged, restarted, and continues at the views’ positions', async (t) => {
  const { reads, add, thread, said } = await start(
    t,
    new URL('../../../testing/fakes/crashing-role-worker.ts', import.meta.url),
  );
  await add('l1', 'l2');
  t.is((await reads.find(links, PAGE)).total, 2);
  t.true(thread.status().every(({ state, error }) => state === 'following' && error === undefined));
  t.true(said.some((message) => message.includes('exited; restarting')));
});
