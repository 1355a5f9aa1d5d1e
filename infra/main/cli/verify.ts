/**
 * `npm run verify [-- <folder> | <URLs> | <pack.zip>] [--seal <count>:<hash>] [--json]`: checks that nothing in the log
 * and the evidence was changed, also while the server runs, or in an evidence pack. The exit code is 0 if all fits, 1
 * if something does not, 2 if the check failed. `--restart-chain` first deletes the hash chain, with the server
 * stopped.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { forgetChain } from '../../ledger/chain-pages.ts';
import { checkTimestamp, timeOfTimestamp } from '../../ledger/timestamp.ts';
import type { KnownSeal, VerifyOptions, VerifyReport } from '../../ledger/verify-log.ts';
import { createLogger } from '../../observability/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { LOG_USAGE, onNamedLog } from './ledger/named-log.ts';
import { describePack, verifyPack } from './ledger/verify-pack.ts';
import { verifyEngine, verifyFolder } from './ledger-source.ts';
import { progressLine } from './progress-line.ts';

const USAGE =
  'Write: npm run verify [-- <data folder>] [--seal <count>:<hash>] [--timestamp-ca <file>] [--json]\n' +
  'or:    npm run verify -- <evidence pack>.zip [--seal <count>:<hash>] [--timestamp-ca <file>] [--json]\n' +
  'or:    npm run verify -- esdb://host:2113?tls=false mongodb://host/linkledger?replicaSet=rs0\n' +
  LOG_USAGE;
/** The most problems that are printed; --json has all. */
const SHOWN = 20;
const DIFFERS = 1;
const NOT_CHECKED = 2;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'restart-chain': { type: 'boolean', default: false },
        seal: { type: 'string', multiple: true, default: [] },
        'timestamp-ca': { type: 'string', multiple: true, default: [] },
      },
    });
    return {
      json: values.json,
      restartChain: values['restart-chain'],
      knownSeals: values.seal.map(knownSeal),
      trusted: values['timestamp-ca'].map((file) => readFileSync(file, 'utf8')),
      names: positionals,
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

/** For an operator who accepts lost or changed events: the chain begins anew at the server's next start. */
async function restartChain(names: readonly string[]): Promise<void> {
  await onNamedLog(names, async ({ folder, engine }) => {
    if (engine !== null) return forgetChain(engine.state);
    // Opens the folder for this process alone: a running server would continue the old chain.
    const own = await openEngine<LinkledgerEvent, CheckQueues>({
      ...{ dataDir: folder, servers: null, logLevel: 'warn', schemas: allViews, logger: createLogger('warn') },
      ...{ now: () => new Date(), mayRemove: () => false },
    });
    return forgetChain(own.state).finally(() => own.close());
  });
  process.stderr.write(
    'The hash chain is deleted. The server makes a new chain when it starts; seals in the log stay.\n',
  );
}

function isPack(name: string): boolean {
  return name.endsWith('.zip');
}

/** The report for people. */
function describe(report: VerifyReport): string {
  const { events, chained, seals, lastSeal, timestamps, files, filesRemoved, problems } = report;
  const number = (count: number) => count.toLocaleString('en');
  const stamped = timestamps === 0 ? '' : `, ${number(timestamps)} with a timestamp`;
  const lines = [
    `Events: ${number(events)}, ${number(chained)} in the hash chain; seals: ${number(seals)}${stamped}; ` +
      `evidence files: ${number(files)}, and ${number(filesRemoved)} that were removed with their link or to make room.`,
  ];
  if (report.hash !== null) lines.push(`Hash of event ${number(events)}: ${report.hash}`);
  if (lastSeal !== null) {
    lines.push(`Last seal that fits: ${lastSeal.day}, event ${number(lastSeal.count)}, ${lastSeal.hash}`);
    const { timestamp } = lastSeal;
    if (timestamp !== null) lines.push(`Its timestamp: ${timeOfTimestamp(timestamp).toISOString()}`);
  }
  if (problems.length === 0) lines.push('Everything fits.');
  for (const { message } of problems.slice(0, SHOWN)) lines.push(`✗ ${message}`);
  if (problems.length > SHOWN) lines.push(`… and ${number(problems.length - SHOWN)} more; --json lists all.`);
  return lines.join('\n');
}

const progress = progressLine(process.stderr);
try {
  const parsed = parse(process.argv.slice(2));
  const options: VerifyOptions = {
    knownSeals: parsed.knownSeals,
    checkTimestamp: ({ timestamp, hash }) => checkTimestamp(timestamp, hash, parsed.trusted),
    onProgress: ({ label, count, of }) => progress.show(label, count, of),
  };
  const [pack, ...others] = parsed.names.filter(isPack);
  if (pack !== undefined) {
    if (others.length > 0 || parsed.names.length > 1 || parsed.restartChain) throw new StartError(USAGE);
    const report = await verifyPack(pack, parsed);
    process.stdout.write(`${parsed.json ? JSON.stringify(report) : describePack(report)}\n`);
    if (report.problems.length > 0) process.exitCode = DIFFERS;
  } else {
    if (parsed.restartChain) await restartChain(parsed.names);
    const report = await onNamedLog(parsed.names, ({ folder, engine }) =>
      engine === null ? verifyFolder(folder, options) : verifyEngine(engine, options),
    );
    progress.clear();
    process.stdout.write(`${parsed.json ? JSON.stringify(report) : describe(report)}\n`);
    if (report.problems.length > 0) process.exitCode = DIFFERS;
  }
} catch (error) {
  progress.clear();
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  const subject = process.argv.slice(2).some(isPack) ? 'pack' : 'log';
  process.stderr.write(`The ${subject} could not be verified. ${text}\n`);
  process.exitCode = NOT_CHECKED;
}
