/** The faults of one machine: signals, the disk, descriptors, the mail server, the sites, the browser, cut connections. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FailingHosts } from '../fakes/failing-hosts.ts';
import type { MailServer } from '../fakes/mail-server.ts';
import { findProgram } from '../servers/find-server.ts';
import { toolSettings } from '../tool-settings.ts';
import { fillDisk } from './disk.ts';
import type { SupervisedServer } from './supervised-server.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

/** Something breaks, until the returned work repairs it. */
export interface Fault {
  readonly name: string;
  /** Milliseconds it may last at most. */
  readonly lasts: number;
  begin(): Promise<() => unknown>;
}

export interface FaultyWorld {
  readonly server: SupervisedServer;
  /** A disk of its own, or an ordinary folder where this user may not mount one. */
  readonly disk: string;
  readonly dataDir: string;
  /** Where backups go. */
  readonly backups: string;
  readonly mail: MailServer;
  readonly hosts: FailingHosts;
  readonly random: () => number;
  /** The cookie of somebody who is signed in. */
  readonly cookie: () => string;
  /** Sentences about what must never happen. */
  readonly wrong: string[];
}

/** What of this machine some faults need, with what is skipped without it. */
const NEEDS = {
  mount: 'a full disk: it needs root and a tmpfs of its own',
  chattr: 'a folder that nobody may write: it needs root and chattr',
  prlimit: 'few descriptors: it needs prlimit',
} as const;

/** Whether files of the folder can be made unchangeable. */
function canFreeze(folder: string): boolean {
  try {
    execFileSync('chattr', ['+i', folder], { stdio: 'ignore' });
    execFileSync('chattr', ['-i', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The faults that this machine allows, and sentences about those that it does not. */
export function faultsOf(
  world: FaultyWorld,
  hasDisk: boolean,
): { readonly faults: readonly Fault[]; readonly skipped: readonly string[] } {
  const { disk } = world;
  const has = {
    mount: hasDisk,
    chattr: canFreeze(disk),
    prlimit: findProgram('prlimit') !== null,
  };
  return {
    faults: [
      ...signalFaults(world),
      ...mailFaults(world),
      ...siteFaults(world),
      ...clientFaults(world),
      ...toolFaults(world),
      ...(has.mount ? diskFaults(world) : []),
      ...(has.chattr ? [readOnlyFolder(world)] : []),
      ...(has.prlimit ? [fewDescriptors(world)] : []),
    ],
    skipped: Object.entries(NEEDS).flatMap(([need, what]) => (has[need as keyof typeof has] ? [] : [what])),
  };
}

/** What happens in a moment and needs no repair. */
function blow(name: string, strike: () => unknown): Fault {
  return {
    name,
    lasts: 0,
    async begin() {
      await strike();
      return () => undefined;
    },
  };
}

function signalFaults({ server, random }: FaultyWorld): readonly Fault[] {
  return [
    blow('killed', () => server.kill()),
    blow('killed while it starts', async () => {
      server.kill();
      await pause(300 + random() * 1_500);
      server.kill();
    }),
    blow('terminated', () => server.terminate()),
    {
      name: 'suspended',
      lasts: 6_000,
      async begin() {
        server.signal('SIGSTOP');
        return () => server.signal('SIGCONT');
      },
    },
    blow('browser killed', () => killBrowsers(server.pid)),
  ];
}

/** Kills the Chromium processes of a server. */
function killBrowsers(pid: number): void {
  for (const child of descendantsOf(pid)) {
    try {
      process.kill(child, 'SIGKILL');
    } catch {
      // Its parent was killed first.
    }
  }
}

/** The processes that a process has started, and theirs. */
function descendantsOf(pid: number): readonly number[] {
  const parents = processes().map((each) => [each, parentOf(each)] as const);
  const children = (parent: number): number[] =>
    parents.flatMap(([each, its]) => (its === parent ? [each, ...children(each)] : []));
  return children(pid);
}

function processes(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** The processes whose command line or environment names the folder: those of a server there, and its browsers. */
export function processesOf(folder: string): readonly string[] {
  return processes().flatMap((pid) => {
    if (pid === process.pid) return [];
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
      const isTheirs = `${command}${environment}`.includes(folder);
      return isTheirs ? [`${pid} ${command?.replaceAll('\0', ' ').slice(0, 200)}`] : [];
    } catch {
      return [];
    }
  });
}

function mailFaults({ mail }: FaultyWorld): readonly Fault[] {
  return (['away', 'busy', 'silent'] as const).map((how) => ({
    ...{ name: `mail server ${how}`, lasts: 6_000 },
    begin: () => mail.fail(how),
  }));
}

function siteFaults({ hosts, random }: FaultyWorld): readonly Fault[] {
  return (['dead', 'silent', 'reset'] as const).map((how) => ({
    ...{ name: `sites ${how}`, lasts: 6_000 },
    async begin() {
      const failing = hosts.hosts.flatMap((_, index) => (random() < 0.6 ? [index] : []));
      const repairs = await Promise.all(failing.map((index) => hosts.fail(index, how)));
      return () => Promise.all(repairs.map((repair) => repair()));
    },
  }));
}

/** Connections whose requests end in the middle. */
const CUT = 12;

function clientFaults({ server, cookie, random }: FaultyWorld): readonly Fault[] {
  const cut = async (how: 'end' | 'reset') => {
    const { port } = new URL(server.url);
    await Promise.all(
      Array.from({ length: CUT }, async (_, index) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        const isFile = index % 2 === 0;
        const row = `http://127.0.0.1:9/cut-${index},https://client.example/tea\n`;
        const body = isFile ? `articleLink,clientLink\n${row.repeat(50)}` : '{"articleLink":"http://127.0.0.1:9/cu';
        socket.write(
          `POST ${isFile ? '/api/links/import' : '/api/links'} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie()}\r\n` +
            `Content-Type: ${isFile ? 'text/csv' : 'application/json'}\r\nContent-Length: 100000\r\n\r\n${body}`,
        );
        await pause(random() * 500);
        if (how === 'end') socket.end();
        else socket.resetAndDestroy();
        await pause(100);
        socket.destroy();
      }),
    );
  };
  return [
    blow('requests end in the middle of a body', () => cut('end')),
    blow('requests are broken off in the middle of a body', () => cut('reset')),
  ];
}

/** Runs a command of the terminal on the folder of the running server; resolves to its exit code and its errors. */
export async function runTool(name: 'backup' | 'verify' | 'restore', args: readonly string[], dataDir: string) {
  const file = path.join(ROOT, 'infra', 'main', 'cli', `${name}.ts`);
  const env = { ...toolSettings(), DATA_DIR: dataDir };
  const ran = await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: ROOT }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: 'code' in ran ? ran.code : 0, output: `${ran.stdout}${ran.stderr}` };
}

function toolFaults({ server, dataDir, backups, wrong }: FaultyWorld): readonly Fault[] {
  const run = async (
    name: 'backup' | 'verify',
    args: readonly string[],
    meanwhile: () => unknown = () => undefined,
  ) => {
    const running = runTool(name, args, dataDir);
    await meanwhile();
    const { code, output } = await running;
    if (code !== 0) wrong.push(`${name} ended with ${code}: ${output.slice(-1_500)}`);
  };
  return [
    blow('backup', () => run('backup', [backups])),
    blow('verify', () => run('verify', [dataDir])),
    blow('killed during a backup', () =>
      run('backup', [backups], async () => {
        await pause(700);
        server.kill();
      }),
    ),
  ];
}

function diskFaults({ server, disk, random }: FaultyWorld): readonly Fault[] {
  const full = (name: string, meanwhile: () => Promise<void>): Fault => ({
    name,
    lasts: 5_000,
    async begin() {
      server.startFailure = /^The disk of the data folder .* is full: free some space, then start again\.$/;
      const empty = fillDisk(disk);
      await meanwhile();
      return async () => {
        empty();
        await server.ready();
        server.startFailure = null;
      };
    },
  });
  return [
    full('disk full', async () => undefined),
    full('disk full, then killed', async () => {
      await pause(random() * 2_000);
      server.kill();
    }),
    full('disk full, then terminated', async () => {
      await pause(random() * 2_000);
      await server.terminate();
    }),
  ];
}

/** Nobody may create, rename or remove a file in the folder, not even root; open files can be written. */
function readOnlyFolder({ server, dataDir, random }: FaultyWorld): Fault {
  return {
    name: 'folder read-only',
    lasts: 4_000,
    async begin() {
      server.startFailure = /^Linkledger may not write the data folder /;
      const folders = [
        dataDir,
        ...readdirSync(dataDir, { withFileTypes: true, recursive: true }).flatMap(nameOfFolder),
      ];
      execFileSync('chattr', ['+i', ...folders]);
      if (random() < 0.5) server.kill();
      return async () => {
        execFileSync('chattr', ['-i', ...folders.filter((each) => existsSync(each))]);
        await server.ready();
        server.startFailure = null;
      };
    },
  };
}

function nameOfFolder(entry: { isDirectory(): boolean; readonly parentPath: string; readonly name: string }): string[] {
  return entry.isDirectory() ? [path.join(entry.parentPath, entry.name)] : [];
}

/** Descriptors that are left to the process. */
const LEFT = 6;

function fewDescriptors({ server }: FaultyWorld): Fault {
  const limit = (pid: number, files: string) =>
    promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${files}`]).catch(() => undefined);
  return {
    name: 'few descriptors',
    lasts: 5_000,
    async begin() {
      const { pid } = server;
      const open = readdirSync(`/proc/${pid}/fd`).length;
      const [, before = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
      await limit(pid, `${open + LEFT}:`);
      return () => limit(pid, `${before}:`);
    },
  };
}
