/** The embedded engine: SQLite files in one folder, and worker threads beside the thread that answers requests. */

import type { Engine, EngineOptions, QueueTypes } from '../../ports/engine.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import { explainTrouble, openDataFolder } from './folder/data-folder.ts';
import { fileSizes, watchDisk } from './folder/disk-space.ts';
import { openSqliteEvents } from './log/event-log.ts';
import { truncateWal } from './sqlite/database.ts';
import { openBlobFiles } from './stores/blob-store.ts';
import { createCheckQueue } from './stores/check-queue.ts';
import { openDurableStores } from './stores/durable-stores.ts';
import { openSqliteExpiring } from './stores/expiring-store.ts';
import { openSqliteKeys } from './stores/key-store.ts';
import { fillInThread } from './threads/fill-thread.ts';
import { startFindThread } from './threads/find-thread.ts';
import { startReaderThread } from './threads/reader-thread.ts';
import { startRoleThread } from './threads/role-thread.ts';
import { openSqliteViews } from './views/view-store.ts';

/**
 * Opens the data folder for this process alone, and migrates what an older version left in it.
 * @param findThread whether searches run in a thread, so that a large search delays nobody; else in the caller's.
 * @throws DataFolderError: the message names the file and says what to do.
 */
export async function openEmbeddedEngine<E extends EventShape, Q extends QueueTypes>(
  { dataDir, logLevel, schemas, logger, now, mayRemove, secrets }: EngineOptions,
  findThread = true,
): Promise<Engine<E, Q>> {
  const folder = openDataFolder(dataDir, logger);
  const { log, keys, views, values, durable } = explainTrouble(folder.directory, () => {
    const opened = {
      log: openSqliteEvents<E>(folder.events),
      keys: openSqliteKeys(folder.keys),
      views: openSqliteViews(folder.views, schemas, now),
      values: openSqliteExpiring(folder.sessions, now, mayRemove),
      durable: openDurableStores(folder.durable, now, mayRemove),
    };
    opened.durable.migrateFrom(folder.sessions);
    folder.markInitialized();
    return opened;
  });
  for (const { view, reason } of views.emptyViews) logger.info({ view, reason }, 'building the view from the log');
  const disk = watchDisk(folder.directory, logger);
  const finder = findThread ? startFindThread({ reads: views, file: folder.views, schemas, logger }) : null;

  return {
    log,
    keys,
    views: finder?.reads ?? views,
    newViews: views.emptyViews.map(({ view }) => view),
    values,
    state: durable.state,
    checkpoints: durable.checkpoints,
    leases: durable.leases,
    blobs: openBlobFiles(folder.directory, now),
    checks: createCheckQueue(),
    screenshots: createCheckQueue(),
    prints: createCheckQueue(),
    secrets: { secret: (name) => secrets?.[name] ?? folder.secret(name).toString('hex') },
    linkStatus: null,
    isShared: false,
    metrics: [...disk.metrics, fileSizes(folder)],
    async eraseDeleted() {
      views.dropOtherVersions();
      for (const file of [folder.views, folder.sessions, folder.durable]) truncateWal(file);
    },
    runRole: (role) =>
      startRoleThread({
        ...{ role, logger, logLevel, schemas },
        files: { events: folder.events, keys: folder.keys, views: folder.views },
        notices: finder?.attachWriter() ?? views.attachWriter(),
        log,
      }),
    async fillBeside(task) {
      const files = { events: folder.events, keys: folder.keys, draft: folder.viewsDraft };
      await fillInThread({ task, files, schemas, views, logLevel });
      finder?.reset();
    },
    runReader: (reader) =>
      startReaderThread({
        ...{ reader, logger, logLevel, schemas },
        script: new URL('./reader-worker.ts', import.meta.url),
        source: folder.views,
      }),
    async close() {
      disk.stop();
      await finder?.stop();
      await log.close();
      durable.close();
      values.close();
      views.close();
      keys.close();
      folder.close();
    },
  };
}
