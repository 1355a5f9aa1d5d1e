/** Opens everything that is kept, in the engine of this process: SQLite files in one folder. */
import type { LinkledgerEvent } from '../command-service/events.ts';
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { type PersonalFields, withPersonalData } from './personal-data.ts';
import type { EventStore, ExpiringStore, Feed, Log, ReadStore, ViewSchema } from './ports.ts';
import { openSqliteEvents } from './sqlite-events.ts';
import { openSqliteExpiring } from './sqlite-expiring.ts';
import { openSqliteKeys } from './sqlite-keys.ts';
import { scrub } from './sqlite-scrub.ts';
import { openSqliteViews } from './sqlite-views.ts';

export interface Stores {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly expiring: ExpiringStore;
  /** A random secret of this installation, known by name; made on first use. */
  secret(name: string): string;
  /** Destroys the keys of these owners: what the log holds of them reads as null from now on, for good. */
  forget(owners: readonly string[]): Promise<void>;
  /**
   * Makes what was erased from the views and the sessions so far unreadable in the bytes of their files.
   * @throws Error when somebody else reads a file at the moment; try again later.
   */
  scrub(): Promise<void>;
  /** Closes all files and lets the folder go. Nothing may be asked of the stores afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the data folder and what is in it; personal data is encrypted on its way into the log.
 * @throws DataFolderError: the message names the file and says what to do.
 */
export async function openStores(
  config: Pick<Config, 'dataDir'>,
  personal: PersonalFields,
  schemas: readonly ViewSchema[],
  log: Log,
): Promise<Stores> {
  const folder = openDataFolder(config.dataDir, log);
  const events = openSqliteEvents<LinkledgerEvent>(folder.events);
  const keys = openSqliteKeys(folder.keys);
  const views = openSqliteViews(folder.views, schemas);
  const expiring = openSqliteExpiring(folder.sessions, () => new Date());
  for (const { view, reason } of views.rebuilding) log.info({ view, reason }, 'the view is built from the log');
  const store = withPersonalData(events, keys, personal, (unreadable) =>
    log.error(unreadable, 'a personal field of this event was tampered with or is damaged; it reads as nothing'),
  );
  return {
    store,
    feed: store,
    reads: views,
    expiring,
    secret: (name) => folder.secret(name).toString('hex'),
    forget: (owners) => keys.destroy(...owners),
    async scrub() {
      scrub(folder.views);
      scrub(folder.sessions);
    },
    async close() {
      await events.close();
      expiring.close();
      views.close();
      keys.close();
      folder.close();
    },
  };
}
