/** For tests and benches: the stores of an embedded engine without threads, as the roles open them. */
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import type { PersonalFields } from '../../crypto/personal-data.ts';
import { openEmbeddedEngine } from '../../engines/embedded/engine.ts';
import { openLog } from '../../main/parts/open-log.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { ViewSchema } from '../../ports/storage/read-store.ts';

const MACHINE_CLOCK = { now: () => new Date(), mayRemove: () => true };

/** Opens the data folder. `store` and `feed` are the log with personal data in plain text. */
export async function openStores(
  { dataDir }: { readonly dataDir: string },
  personal: PersonalFields,
  schemas: readonly ViewSchema[],
  logger: Logger,
  clock: { readonly now: () => Date; readonly mayRemove: () => boolean } = MACHINE_CLOCK,
) {
  const options = { dataDir, logLevel: 'silent', schemas, logger, ...clock };
  const engine = await openEmbeddedEngine<LinkledgerEvent, CheckQueues>(options, false);
  const log = openLog(engine, logger, personal);
  return { ...engine, store: log, feed: log, reads: engine.views, expiring: engine.values };
}
