/**
 * Makes a checkout ready to run: installs what the lock file names when that changed, builds the console when its
 * sources changed. Plain JavaScript without imports of ours: it is the one file that runs before anything is installed,
 * on whatever Node started npm.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..', '..');
const modules = path.join(root, 'node_modules');
const installedStamp = path.join(modules, '.linkledger-installed');
const builtStamp = path.join(root, 'console', 'dist', '.built');

/** What the console is made of. */
const CONSOLE_SOURCES = ['console', 'command-service', 'query-service', 'package-lock.json'];
const NOT_SOURCES = new Set(['dist', 'e2e', 'screenshots']);

const installed = fingerprint(['package-lock.json']);
if (read(installedStamp) !== installed) {
  say('Installing packages (once, about a minute) …');
  // As a development set-up whatever NODE_ENV says: the console's build and the tests need all of it.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installedStamp, installed);
}

if (process.argv.includes('--console')) {
  const built = fingerprint(CONSOLE_SOURCES);
  if (read(builtStamp) !== built) {
    say('Building the console …');
    run(path.join(modules, '.bin', 'vite'), ['build', 'console', '--logLevel', 'warn']);
    writeFileSync(builtStamp, built);
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function run(command, args) {
  const env = { ...process.env, PATH: path.join(modules, '.bin') + path.delimiter + process.env.PATH };
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`“${path.basename(command)} ${args.join(' ')}” failed${error ? `: ${error.message}` : ''}. See above for why.`);
  process.exit(1);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function fingerprint(names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => filesUnder(path.join(root, name)))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(place) {
  const entries = existsSync(place) && path.extname(place) === '' ? readdirSync(place, { withFileTypes: true }) : null;
  if (entries === null) return [place];
  return entries
    .filter(({ name }) => !NOT_SOURCES.has(name) && !name.includes('.test.') && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(path.join(place, entry.name)));
}
