/** `npm run rebuild [view …]`: builds views anew from the log while the server is stopped. */
import { PERSONAL_FIELDS } from '../../command-service/events.ts';
import { rebuild, UnknownView } from '../../projections/runner/rebuild.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { openEmbeddedEngine } from '../engines/embedded/engine.ts';
import { DataFolderError } from '../engines/embedded/folder/data-folder.ts';
import { createLogger } from '../observability/logger.ts';

try {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const stores = await openEmbeddedEngine(config, PERSONAL_FIELDS, allViews, logger);
  try {
    const statuses = await rebuild(allViews, process.argv.slice(2), { ...stores, logger }, process.stderr);
    const stopped = statuses.filter(({ state }) => state === 'stopped');
    for (const { view, error } of stopped) process.stderr.write(`${view} stopped: ${error}\n`);
    if (stopped.length > 0) process.exitCode = 1;
  } finally {
    await stores.close();
  }
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DataFolderError || error instanceof UnknownView;
  if (!expected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
