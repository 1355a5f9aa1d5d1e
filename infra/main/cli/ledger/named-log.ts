/** The log for a command of the terminal: a data folder's, that of a distributed engine, or the settings'. */
import type { CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../../command-service/contract/events.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import { decryptEvents } from '../../../crypto/personal-data.ts';
import { readFolder } from '../../../engines/embedded/folder/read-folder.ts';
import { openEngine } from '../../../engines/open-engine.ts';
import { eventsUpToNow } from '../../../ledger/read-log.ts';
import { createLogger } from '../../../observability/logger.ts';
import { StartError } from '../../../ports/process/start-error.ts';
import type { RecordedEvent } from '../../../ports/storage/event-store.ts';
import type { KeyStore } from '../../../ports/storage/key-store.ts';
import { loadEnvironment, readConfig } from '../../config/config.ts';
import type { LinkledgerEngine } from '../../parts/role.ts';

export const LOG_USAGE =
  'The log is that of the settings (DATA_DIR, or EVENT_STORE_URL and READ_STORE_URL), unless you name a data folder or two URLs.';

type NamedLog =
  | { readonly folder: string; readonly engine: null }
  | { readonly folder: null; readonly engine: LinkledgerEngine };

/**
 * Runs `work` on the log of `names`: a folder, or an esdb: and a mongodb: URL; without names, the settings' log. Works
 * beside a running server.
 * @throws StartError if the names make no sense, or the servers cannot be reached.
 */
export async function onNamedLog<T>(names: readonly string[], work: (log: NamedLog) => Promise<T>): Promise<T> {
  const urls = names.filter((name) => /^(esdb(\+discover)?|mongodb(\+srv)?):\/\//.test(name));
  const [folder, ...others] = names.filter((name) => !urls.includes(name));
  if (others.length > 0 || (folder !== undefined && urls.length > 0)) {
    throw new StartError('Name one data folder, or the two URLs of the servers.');
  }
  if (folder !== undefined) return work({ folder: folder.replace(/^sqlite:/, ''), engine: null });
  const named = urls.map((url) => [url.startsWith('mongodb') ? 'READ_STORE_URL' : 'EVENT_STORE_URL', url]);
  // Needs only the settings of a process of projections, which has the log and the stores.
  const settings = { ...loadEnvironment(), ...Object.fromEntries(named), SERVICES: 'projections' };
  const { dataDir, servers, logLevel } = readConfig(settings);
  if (servers === null) return work({ folder: dataDir, engine: null });
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    dataDir,
    servers,
    logLevel,
    schemas: allViews,
    logger: createLogger(logLevel),
    now: () => new Date(),
    mayRemove: () => false,
  });
  try {
    return await work({ folder: null, engine });
  } finally {
    await engine.close();
  }
}

type Recorded = RecordedEvent<LinkledgerEvent>;

export interface LogReader {
  /** All events up to the present end, decrypted. Each call reads from the beginning. */
  events(): AsyncIterable<readonly Recorded[]>;
  /** The position of the last event; 0 for an empty log. */
  head(): Promise<number>;
  /** Whether positions count events. */
  readonly isDense: boolean;
}

/**
 * Runs `work` on the events of the log of `names`, like `onNamedLog`.
 * @param withPersonalData false: personal data reads as null, as if the key were destroyed.
 */
export function onNamedEvents<T>(
  names: readonly string[],
  withPersonalData: boolean,
  work: (log: LogReader) => Promise<T>,
): Promise<T> {
  const decrypt = (keys: Pick<KeyStore, 'find'>) =>
    decryptEvents<LinkledgerEvent>(
      withPersonalData ? keys : { find: async () => null },
      PERSONAL_FIELDS,
      ({ position, field }) => process.stderr.write(`${field} of event ${position} is damaged and reads as null.\n`),
    );
  return onNamedLog(names, async (named) => {
    if (named.engine !== null) {
      const { log, keys } = named.engine;
      return work({ events: () => mapped(eventsUpToNow(log), decrypt(keys)), head: () => log.head(), isDense: false });
    }
    const folder = readFolder<LinkledgerEvent>(named.folder);
    try {
      const reveal = decrypt(folder.keys);
      return await work({
        events: () => mapped(folder.events(), reveal),
        head: async () => folder.head(),
        isDense: true,
      });
    } finally {
      folder.close();
    }
  });
}

async function* mapped(
  batches: AsyncIterable<readonly Recorded[]>,
  reveal: (events: readonly Recorded[]) => Promise<readonly Recorded[]>,
): AsyncGenerator<readonly Recorded[], void> {
  for await (const batch of batches) yield await reveal(batch);
}
