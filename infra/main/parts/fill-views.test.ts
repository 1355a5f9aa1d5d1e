import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { rebuild, UnknownView } from '../../../projections/runner/rebuild.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { EventBuilder, linkAdded, writeAll } from '../../testing/event-builder.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { hashViews } from '../../testing/view-hashes.ts';
import { rebuildViews } from './fill-views.ts';

const SILENT = { write: () => true };

async function open(t: ExecutionContext) {
  const dataDir = temporaryFolder(t);
  const { logger, said } = recordingLogger();
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  t.teardown(() => stores.close());
  for (const event of randomHistory(7, 600)) await writeAll(stores.store, [event]);
  return { stores, logger, said, dataDir, hashes: () => hashViews(stores.views, allViews, 'with positions') };
}

test('a rebuild in two threads equals a rebuild in one', async (t) => {
  const { stores, logger, hashes, dataDir } = await open(t);
  const head = await stores.feed.head();
  await rebuild(allViews, [], { ...stores, logger }, SILENT);
  const expected = await hashes();
  const reached = new Map<string, number>();
  const onProgress = ({ view, position }: { view: string; position: number }) => void reached.set(view, position);
  const statuses = await rebuildViews({ engine: stores, logger, onProgress, minEvents: 1 }, [], SILENT);
  t.deepEqual(await hashes(), expected);
  const names = allViews.map(({ name }) => name).toSorted();
  t.deepEqual(statuses.map(({ view }) => view).toSorted(), names);
  t.true(statuses.every(({ position, state }) => position === head && state === 'following'));
  t.deepEqual(
    await stores.views.positions(allViews),
    allViews.map(() => head),
  );
  t.deepEqual([...reached.keys()].toSorted(), names);
  t.true(reached.values().every((position) => position === head));
  t.deepEqual(
    readdirSync(dataDir).filter((name) => name.includes('draft')),
    [],
  );
});

test('the views continue where the threads stopped, and a second rebuild replaces them again', async (t) => {
  const { stores, logger, hashes } = await open(t);
  await rebuildViews({ engine: stores, logger, minEvents: 1 }, [], SILENT);
  const events = new EventBuilder();
  events.add(linkAdded('later'));
  await writeAll(
    stores.store,
    events.all.map((event) => ({ ...event, id: 'later' })),
  );
  await rebuildViews({ engine: stores, logger, minEvents: 1 }, ['ledger', 'links'], SILENT);
  const replaced = await hashes();
  await rebuild(allViews, ['ledger', 'links'], { ...stores, logger }, SILENT);
  t.deepEqual(await hashes(), replaced);
  t.is(await stores.views.position(allViews[0] ?? { name: '', version: 1, fields: [] }), await stores.feed.head());
});

test('views whose thread fails are as they were before, and nothing of them is left in the folder', async (t) => {
  const { stores, logger, hashes, dataDir } = await open(t);
  await rebuildViews({ engine: stores, logger, minEvents: 1 }, [], SILENT);
  const before = await hashes();
  const module = path.join(temporaryFolder(t), 'fails.mjs');
  writeFileSync(module, "export const fill = async () => { throw new Error('the log cannot be read'); };");
  const task = { module: pathToFileURL(module), views: ['ledger'], onMessage: () => undefined };
  await t.throwsAsync(stores.fillBeside?.(task) ?? Promise.resolve(), { any: true, message: 'the log cannot be read' });
  t.deepEqual(await hashes(), before);
  t.false(existsSync(path.join(dataDir, 'views-draft.db')));
});

test('an unknown name is refused before anything is emptied', async (t) => {
  const { stores, logger, hashes } = await open(t);
  await rebuildViews({ engine: stores, logger, minEvents: 1 }, [], SILENT);
  const before = await hashes();
  await t.throwsAsync(rebuildViews({ engine: stores, logger, minEvents: 1 }, ['ledger', 'lniks'], SILENT), {
    instanceOf: UnknownView,
  });
  t.deepEqual(await hashes(), before);
});
