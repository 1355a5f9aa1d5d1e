/**
 * `npm run doctor [--json]`: looks for problems of this installation, with or without a running server, and says what
 * to do. The exit code is 0 if all is well, 1 if something should be looked at, 2 if something does not work.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { PROGRAM_VERSION } from '../../engines/embedded/folder/program-version.ts';
import { type Config, ConfigError, fileSettings, loadEnvironment, readConfig } from '../config/config.ts';
import { checkBackups } from '../doctor/backups.ts';
import { checkBrowser } from '../doctor/browser.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import { exitCodeOf, type Finding, findingsOf, formatFindings, runChecks } from '../doctor/finding.ts';
import { checkClock, checkDns, checkMail, checkPort, checkServers } from '../doctor/network.ts';
import { doubtfulSettings, unknownSettings, wrongSettings } from '../doctor/settings.ts';

/** Node has features that older releases lack. */
const NODE_MAJOR = 26;
/** In bytes; a browser needs more than the server. */
const LITTLE_MEMORY = 1024 ** 3;
/** Time limit of a check: a browser may have to be unpacked first. */
const LIMIT_MS = 60_000;

function checkMachine(): readonly Finding[] {
  const { ok, warning, error } = findingsOf('machine');
  const major = Number.parseInt(process.versions.node, 10);
  const found: Finding[] = [
    major < NODE_MAJOR
      ? error(
          `Node ${process.versions.node} is too old.`,
          'Start Linkledger with npm start, which brings its own Node.',
        )
      : ok(
          `Linkledger ${PROGRAM_VERSION}, Node ${process.versions.node}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 1024 ** 2).toLocaleString('en')} MB.`,
        ),
  ];
  if (os.totalmem() < LITTLE_MEMORY)
    found.push(warning('The machine has less than 1 GB of memory.', 'Give it 2 GB, or set CHECKER_TABS=1.'));
  return found;
}

function checksOf(config: Config) {
  const now = () => new Date();
  return {
    data: async () => (config.servers === null ? checkDataFolder(config.dataDir, now()) : []),
    servers: () => checkServers(config),
    backup: () => checkBackups(config, now()),
    clock: () => checkClock(config, now),
    dns: () => checkDns(config),
    port: () => checkPort(config),
    mail: () => checkMail(config),
    browser: () => checkBrowser(config),
  };
}

/** All findings; only those of the settings if the settings cannot be used. */
async function examine(): Promise<readonly Finding[]> {
  const machine = checkMachine();
  try {
    const environment = loadEnvironment();
    const unknown = unknownSettings(environment, fileSettings());
    const config = readConfig(environment);
    return [...machine, ...unknown, ...doubtfulSettings(config), ...(await runChecks(checksOf(config), LIMIT_MS))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...machine, ...wrongSettings(error)];
  }
}

let asJson: boolean | undefined;
try {
  asJson = parseArgs({ options: { json: { type: 'boolean' } } }).values.json;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\nWrite: npm run doctor [-- --json]\n`);
  process.exit(2);
}
const findings = await examine();
const exitCode = exitCodeOf(findings);
process.stdout.write(`${asJson === true ? JSON.stringify({ exitCode, findings }) : formatFindings(findings)}\n`);
process.exit(exitCode);
