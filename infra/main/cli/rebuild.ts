/** `npm run rebuild [view …]`: builds views anew from the log; on SQLite while the server is stopped. */
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { createLogger } from '../../observability/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { loadEnvironment, readConfig } from '../config/config.ts';
import { rebuildViews } from '../parts/fill-views.ts';

try {
  // Needs the same settings as a process of projections, whatever the roles of the processes are.
  const config = readConfig({ ...loadEnvironment(), SERVICES: 'projections' });
  const logger = createLogger(config.logLevel);
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    dataDir: config.dataDir,
    logLevel: config.logLevel,
    schemas: allViews,
    logger,
    servers: config.servers,
    now: () => new Date(),
    mayRemove: () => false,
  });
  try {
    const work = async () => {
      const statuses = await rebuildViews({ engine, logger }, process.argv.slice(2), process.stderr);
      const stopped = statuses.filter(({ state }) => state === 'stopped');
      for (const { view, error } of stopped) process.stderr.write(`${view} stopped: ${error}\n`);
      if (stopped.length > 0) process.exitCode = 1;
    };
    await engine.leases.hold('fill views', work, new AbortController().signal);
  } finally {
    await engine.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
