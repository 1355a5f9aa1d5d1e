/** `npm run copy -- --from sqlite:./data --to esdb://… --to mongodb://…`: moves an agency to other engines. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { createLogger } from '../../observability/logger.ts';
import type { EngineOptions, Servers } from '../../ports/engine.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { loadEnvironment, readConfig } from '../config/config.ts';
import { copyAgency } from './copy-agency.ts';

const USAGE =
  'Write: npm run copy -- --from sqlite:./data --to esdb://host:2113?tls=false --to mongodb://host/linkledger?replicaSet=rs0\n' +
  'Without --to, EVENT_STORE_URL and READ_STORE_URL of the environment name the target.';
const print = (line: string) => process.stdout.write(`${line}\n`);
/** The number of events between two lines of progress. */
const REPORT_EVERY = 10_000;

/** The folder to copy from, and the environment with the servers to copy to. */
function parse(args: readonly string[]) {
  try {
    const url = { type: 'string' } as const;
    const { from, to = [] } = parseArgs({
      args: [...args],
      options: { from: url, to: { ...url, multiple: true } },
    }).values;
    if (from === undefined || !from.startsWith('sqlite:')) throw new Error('--from must be sqlite: and a folder.');
    const urls = to.map((each) => [/^mongodb/.test(each) ? 'READ_STORE_URL' : 'EVENT_STORE_URL', each]);
    return { folder: path.resolve(from.slice('sqlite:'.length) || './data'), urls: Object.fromEntries(urls) };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

try {
  const { folder, urls } = parse(process.argv.slice(2));
  const environment = loadEnvironment();
  // Needs only the settings of a process of projections, which has the log and the views.
  const { servers, logLevel } = readConfig({ ...environment, ...urls, SERVICES: 'projections' });
  if (servers === null) throw new StartError(`The copy has no target.\n${USAGE}`);
  const logger = createLogger(logLevel);
  const open = (dataDir: string, to: Servers | null) =>
    openEngine<LinkledgerEvent, CheckQueues>({
      dataDir,
      servers: to,
      logLevel,
      schemas: allViews,
      logger,
      now: () => new Date(),
      mayRemove: () => false,
    } satisfies EngineOptions);
  const source = await open(folder, null);
  try {
    const target = await open(folder, servers);
    try {
      let reported = 0;
      const copied = await copyAgency(source, target, (events) => {
        if (events - reported < REPORT_EVERY) return;
        reported = events;
        print(`${events} events …`);
      });
      print(`Copied and compared ${copied.events} events, ${copied.keys} keys and ${copied.files} files.`);
      print(`SHA-256 of both logs: ${copied.sha256}`);
      print(`Now set IDENTITY_SECRET to the text of ${path.join(folder, 'identity.secret')}:`);
      print('without it nobody can sign in to their account. Start the processes: they build the views from the log.');
      print('Everybody signs in again.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
