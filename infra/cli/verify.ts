/**
 * `npm run verify [-- <folder> | <URLs>] [--seal <count>:<hash>] [--json]`: checks that nothing in the log and the evidence
 * was changed, also while the server runs. The exit code is 0 if all fits, 1 if something does not, 2 if that could not be
 * checked.
 */
import { parseArgs } from 'node:util';
import type { CheckQueues } from '../../command-service/check-contract.ts';
import type { LinkledgerEvent } from '../../command-service/events.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { loadEnvironment, readConfig } from '../config.ts';
import { openEngine } from '../engines/open-engine.ts';
import type { KnownSeal, VerifyOptions, VerifyReport } from '../ledger/verify-log.ts';
import { createLogger } from '../observability/logger.ts';
import { StartError } from '../ports/start-error.ts';
import { verifyEngine, verifyFolder } from './ledger-source.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'Write: npm run verify [-- <data folder>] [--seal <count>:<hash>] [--json]\n' +
  'or:    npm run verify -- esdb://host:2113?tls=false mongodb://host/linkledger?replicaSet=rs0\n' +
  'Without a folder or URLs, DATA_DIR or EVENT_STORE_URL and READ_STORE_URL of the environment name the log.';
/** Problems that are printed; --json has all. */
const SHOWN = 20;
const DIFFERS = 1;
const NOT_CHECKED = 2;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, seal: { type: 'string', multiple: true, default: [] } },
    });
    const urls = positionals.filter((each) => /^(esdb(\+discover)?|mongodb(\+srv)?):\/\//.test(each));
    const folders = positionals.filter((each) => !urls.includes(each));
    if (folders.length > 1 || (folders.length > 0 && urls.length > 0)) throw new Error('Name one folder, or two URLs.');
    return {
      json: values.json,
      known: values.seal.map(knownSeal),
      folder: folders[0]?.replace(/^sqlite:/, '') ?? null,
      urls: Object.fromEntries(
        urls.map((each) => [each.startsWith('mongodb') ? 'READ_STORE_URL' : 'EVENT_STORE_URL', each]),
      ),
    };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function knownSeal(text: string): KnownSeal {
  const [, count, hash] = /^(\d{1,15}):([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (count === undefined || hash === undefined) {
    throw new Error(`--seal must be <count>:<64 hexadecimal digits>, as in the mail of the seal, not ${text}.`);
  }
  return { count: Number(count), hash };
}

async function verify({ folder, urls }: ReturnType<typeof parse>, options: VerifyOptions): Promise<VerifyReport> {
  if (folder !== null) return verifyFolder(folder, options);
  // A process of projections has the log and the stores, and needs nothing else.
  const { dataDir, servers, logLevel } = readConfig({ ...loadEnvironment(), ...urls, SERVICES: 'projections' });
  if (servers === null) return verifyFolder(dataDir, options);
  const logger = createLogger(logLevel);
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    ...{ dataDir, servers, logLevel, schemas: allViews, logger },
    ...{ now: () => new Date(), mayRemove: () => false },
  });
  try {
    return await verifyEngine(engine, options);
  } finally {
    await engine.close();
  }
}

/** The report for people. */
function describe(report: VerifyReport): string {
  const { events, chained, seals, lastSeal, timestamps, files, filesRemoved, problems } = report;
  const number = (count: number) => count.toLocaleString('en');
  const stamped = timestamps === 0 ? '' : `, ${number(timestamps)} with a timestamp`;
  const lines = [
    `${number(events)} events, ${number(chained)} in the hash chain; ${number(seals)} seals${stamped}; ` +
      `${number(files)} evidence files (${number(filesRemoved)} more were removed with their link or to make room).`,
  ];
  if (report.hash !== null) lines.push(`Hash of event ${number(events)}: ${report.hash}`);
  if (lastSeal !== null) {
    lines.push(`Last seal that fits: ${lastSeal.day}, event ${number(lastSeal.count)}, ${lastSeal.hash}`);
  }
  if (problems.length === 0) lines.push('Everything fits.');
  for (const { message } of problems.slice(0, SHOWN)) lines.push(`✗ ${message}`);
  if (problems.length > SHOWN) lines.push(`… and ${number(problems.length - SHOWN)} more; --json lists all.`);
  return lines.join('\n');
}

const progress = progressLine(process.stderr);
try {
  const parsed = parse(process.argv.slice(2));
  const report = await verify(parsed, {
    known: parsed.known,
    onProgress: ({ what, count, of }) => progress.show(what, count, of),
  });
  progress.clear();
  process.stdout.write(`${parsed.json ? JSON.stringify(report) : describe(report)}\n`);
  if (report.problems.length > 0) process.exitCode = DIFFERS;
} catch (error) {
  progress.clear();
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`The log could not be verified. ${text}\n`);
  process.exitCode = NOT_CHECKED;
}
