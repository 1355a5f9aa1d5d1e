/** Opens everything that is kept, in the engine of this process: SQLite files in one folder. */
import type { LinkledgerEvent } from '../../../command-service/events.ts';
import type { Config } from '../../config.ts';
import { encryptPersonalData, type PersonalFields, type Unreadable } from '../../crypto/personal-data.ts';
import type { EventStore, Feed } from '../../ports/event-store.ts';
import type { ExpiringStore } from '../../ports/expiring-store.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ReadStore, ViewSchema } from '../../ports/read-store.ts';
import { openDataFolder, type SecretName } from './folder/data-folder.ts';
import { openSqliteEvents } from './log/event-log.ts';
import { truncateWal } from './sqlite/truncate-wal.ts';
import { openSqliteExpiring } from './stores/expiring-store.ts';
import { openSqliteKeys } from './stores/key-store.ts';
import { openSqliteViews, type Written } from './views/view-store.ts';

/** The files another thread opens for itself. */
export interface StoreFiles {
  readonly events: string;
  readonly keys: string;
  readonly views: string;
}

export interface Stores {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly expiring: ExpiringStore;
  /**
   * A random secret of this installation in hexadecimal digits; created on first use.
   * @throws DataFolderError when it is damaged, or missing although something depends on it.
   */
  secret(name: SecretName): string;
  /** Destroys the keys of these owners: what the log holds of them reads as null from now on, for good. */
  forget(owners: readonly string[]): Promise<void>;
  /**
   * Makes what was erased from the views and the sessions so far unreadable in the bytes of their files.
   * @throws Error when somebody else reads a file at the moment; try again later.
   */
  scrub(): Promise<void>;
  readonly files: StoreFiles;
  /** Names of the views that begin at nothing: they are new, or unlike those in the file. */
  readonly rebuilding: readonly string[];
  /** Calls `listener` whenever the log grew, from now on. */
  onAppended(listener: () => void): void;
  /** From now on another thread copies the log's write-ahead file back: appends are not held up by it. */
  checkpointedElsewhere(): void;
  /** Closes all files and lets the folder go. Nothing may be asked of the stores afterwards. */
  close(): Promise<void>;
}

/** The clock that ends entries, and whether it is trusted enough to remove them. */
export interface StoreClock {
  readonly now: () => Date;
  readonly mayRemove: () => boolean;
}

/**
 * Opens the data folder and what is in it; personal data is encrypted on its way into the log.
 * @throws DataFolderError: the message names the file and says what to do.
 */
export async function openEmbeddedEngine(
  config: Pick<Config, 'dataDir'>,
  personal: PersonalFields,
  schemas: readonly ViewSchema[],
  logger: Logger,
  clock: StoreClock = { now: () => new Date(), mayRemove: () => true },
): Promise<Stores> {
  const folder = openDataFolder(config.dataDir, logger);
  const events = openSqliteEvents<LinkledgerEvent>(folder.events);
  const keys = openSqliteKeys(folder.keys);
  const views = openSqliteViews(folder.views, schemas);
  const expiring = openSqliteExpiring(folder.sessions, clock.now, clock.mayRemove);
  for (const { view, reason } of views.rebuilding) logger.info({ view, reason }, 'the view is built from the log');
  const store = encryptPersonalData(events, keys, personal, tellUnreadable(logger));
  return {
    store,
    feed: store,
    reads: views,
    expiring,
    secret: (name) => folder.secret(name).toString('hex'),
    forget: (owners) => keys.destroy(...owners),
    async scrub() {
      truncateWal(folder.views);
      truncateWal(folder.sessions);
    },
    files: { events: folder.events, keys: folder.keys, views: folder.views },
    rebuilding: views.rebuilding.map(({ view }) => view),
    onAppended: (listener) => events.onCommit(listener),
    checkpointedElsewhere: () => events.checkpointedElsewhere(),
    async close() {
      await events.close();
      expiring.close();
      views.close();
      keys.close();
      folder.close();
    },
  };
}

/** What keeping views up to date needs, in a thread that has none of the rest. */
export interface ViewStores {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Calls `listener` after each commit to the views, from now on. */
  onWritten(listener: (written: Written) => void): void;
  /** The log grew: somebody else appended. */
  appendedElsewhere(): void;
  close(): Promise<void>;
}

/** Opens files that the process has open already, in another thread of it. */
export function openViewStores(
  files: StoreFiles,
  personal: PersonalFields,
  schemas: readonly ViewSchema[],
  logger: Logger,
): ViewStores {
  const events = openSqliteEvents<LinkledgerEvent>(files.events, { cacheMiB: 2 });
  const keys = openSqliteKeys(files.keys);
  const views = openSqliteViews(files.views, schemas);
  return {
    feed: encryptPersonalData(events, keys, personal, tellUnreadable(logger)),
    reads: views,
    onWritten: (listener) => views.onWritten(listener),
    appendedElsewhere: () => events.committedElsewhere(),
    async close() {
      await events.close();
      views.close();
      keys.close();
    },
  };
}

function tellUnreadable(logger: Logger) {
  return (unreadable: Unreadable) =>
    logger.error(unreadable, 'a personal field of this event was tampered with or is damaged; it reads as nothing');
}
