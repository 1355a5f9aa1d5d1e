/** `npm run rebuild [view …]`: builds views anew from the log while the server is stopped. */
import type { CheckQueues } from '../../command-service/check-contract.ts';
import type { LinkledgerEvent } from '../../command-service/events.ts';
import { rebuild } from '../../projections/runner/rebuild.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { loadConfig } from '../config.ts';
import { openEngine } from '../engines/open-engine.ts';
import { createLogger } from '../observability/logger.ts';
import { StartError } from '../ports/start-error.ts';
import { openLog } from '../roles/open-log.ts';

try {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    ...{ dataDir: config.dataDir, logLevel: config.logLevel, schemas: allViews, logger },
    now: () => new Date(),
    mayRemove: () => false,
  });
  try {
    const statuses = await rebuild(
      allViews,
      process.argv.slice(2),
      { feed: openLog(engine, logger), reads: engine.views, logger },
      process.stderr,
    );
    const stopped = statuses.filter(({ state }) => state === 'stopped');
    for (const { view, error } of stopped) process.stderr.write(`${view} stopped: ${error}\n`);
    if (stopped.length > 0) process.exitCode = 1;
  } finally {
    await engine.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
