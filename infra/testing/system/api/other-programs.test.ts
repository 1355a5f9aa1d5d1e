/**
 * Other programs open the databases of a running server, in every way this machine offers. The server's locks must make
 * them leave the write-ahead logs alone: what it acknowledges afterwards survives kill -9. SQLite from 3.51 on, as in
 * Node, leaves the logs alone even without those locks, so the locks themselves are checked where Linux lists them.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import type { ProfileAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { openDataFolder } from '../../../engines/embedded/folder/data-folder.ts';
import { openSqliteEvents } from '../../../engines/embedded/log/event-log.ts';
import { createLogger } from '../../../observability/logger.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { startProcess } from '../../apps/server-process.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { removeViews } from '../../remove-views.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const run = promisify(execFile);

const DATABASES = ['events.db', 'keys.db', 'views.db', 'sessions.db'];
const CLIENT = 'https://client.example/tea';

const pages = await startPageServer();
test.after.always(() => pages.close());
pages.set('/article', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));

const COUNT = 'SELECT count(*) FROM sqlite_schema';
/** Commits without changing anything. */
const WRITE = 'BEGIN IMMEDIATE; PRAGMA user_version = 0; COMMIT';

/** The arguments that make a program open `file`; `copy` is where an online copy goes. */
type Way = (file: string, copy: string) => readonly string[];

interface Program {
  readonly command: string;
  /** Arguments with which it ends well where it can open databases. */
  readonly probe: readonly string[];
  readonly reads: Way;
  readonly writes: Way;
  /** Each makes a whole copy of the database. */
  readonly copies: Readonly<Record<string, Way>>;
}

const node = (script: string, file: string, copy: string) => [
  ...['--no-warnings', '--input-type=module', '-e'],
  `import { backup, DatabaseSync } from 'node:sqlite'; const [, file, copy] = process.argv; ${script}`,
  ...[file, copy],
];
const python = (script: string, file: string, copy: string) => [
  '-c',
  `import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n${script}\nc.close()`,
  ...[file, copy],
];

const PROGRAMS: Readonly<Record<string, Program>> = {
  Node: {
    command: process.execPath,
    probe: ['--version'],
    reads: (file, copy) =>
      node(`const d = new DatabaseSync(file, { readOnly: true }); d.prepare('${COUNT}').get(); d.close()`, file, copy),
    writes: (file, copy) =>
      node(`const d = new DatabaseSync(file, { timeout: 5_000 }); d.exec('${WRITE}'); d.close()`, file, copy),
    copies: {
      'VACUUM INTO': (file, copy) =>
        node(
          "const d = new DatabaseSync(file, { timeout: 5_000 }); d.prepare('VACUUM INTO ?').run(copy); d.close()",
          file,
          copy,
        ),
      'the backup API': (file, copy) =>
        node('const d = new DatabaseSync(file, { timeout: 5_000 }); await backup(d, copy); d.close()', file, copy),
    },
  },
  sqlite3: {
    command: 'sqlite3',
    probe: ['-version'],
    reads: (file) => [file, COUNT],
    writes: (file) => ['-cmd', '.timeout 5000', file, WRITE],
    copies: {
      'VACUUM INTO': (file, copy) => [file, `VACUUM INTO '${copy}'`],
      '.backup': (file, copy) => [file, `.backup '${copy}'`],
    },
  },
  Python: {
    command: 'python3',
    probe: ['-c', 'import sqlite3; sqlite3.Connection.backup'],
    reads: (file, copy) => python(`c.execute('${COUNT}').fetchall()`, file, copy),
    writes: (file, copy) => python(`c.executescript('${WRITE}')`, file, copy),
    copies: {
      'VACUUM INTO': (file, copy) => python("c.execute('VACUUM INTO ?', [sys.argv[2]])", file, copy),
      'the backup API': (file, copy) => python('t = sqlite3.connect(sys.argv[2])\nc.backup(t)\nt.close()', file, copy),
    },
  },
};

/** Linux lists the locks of a process by file; /proc/locks would not do, as it may skip some while others change. */
const LISTS_LOCKS = existsSync('/proc/self/fdinfo');
if (!LISTS_LOCKS) process.stderr.write('SKIPPED: this system does not list locks, so they are not checked\n');

/** Whether the process holds a POSIX lock on the file. */
function isLocked(pid: number, file: string): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
    try {
      if (readlinkSync(`/proc/${pid}/fd/${descriptor}`) !== file) return false;
      return /^lock:.*POSIX/m.test(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'));
    } catch {
      // It was closed in between.
      return false;
    }
  });
}

/** The events that a server acknowledged. */
class Acknowledged {
  readonly links: string[] = [];
  readonly people = new Map<string, Visitor>();
  readonly #url: string;
  readonly #said: readonly string[];

  constructor(url: string, said: readonly string[]) {
    this.#url = url;
    this.#said = said;
  }

  async addLinks(t: ExecutionContext, adder: Visitor): Promise<void> {
    const body = { articleLink: pages.at('/article'), clientLink: CLIENT, allowDuplicate: true };
    for (let count = 0; count < 3; count += 1) {
      const answer = await adder.send<{ id: string }>('POST', '/api/links', body);
      t.is(answer.status, 201);
      this.links.push(answer.body.id);
    }
  }

  async register(t: ExecutionContext, email: string): Promise<Visitor> {
    const person = await signIn(this.#url, email, this.#said);
    const firstName = `First ${email}`;
    t.is((await person.send('PATCH', '/api/user/profile', { firstName })).status, 200);
    this.people.set(email, person);
    return person;
  }
}

function namesIn(database: string, sql: string): Set<unknown> {
  const open = new DatabaseSync(database, { readOnly: true });
  try {
    const rows = open.prepare(sql).all();
    return new Set(rows.map(({ name }) => name));
  } finally {
    open.close();
  }
}

/** The programs of this machine. */
const programs = Object.entries(PROGRAMS).filter(([name, { command, probe }]) => {
  const isThere = spawnSync(command, probe, { stdio: 'ignore' }).status === 0;
  if (!isThere) test.skip(`SKIPPED: ${name} is not on this machine, so it opens no database`, () => undefined);
  return isThere;
});

/** Each way in which each program opens a database. */
const ways = programs.flatMap(([name, { command, reads, writes, copies }]) => {
  const looks = Object.entries({ reading: reads, writing: writes, ...copies });
  return looks.map(([way, look]) => ({ way: `${way} by ${name}`, command, look, copies: way in copies }));
});

test('other programs open the databases of a running server, and kill -9 loses nothing', async (t) => {
  const dataDir = realpathSync(temporaryFolder(t));
  const settings = { DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
  const file = (database: string) => path.join(dataDir, database);
  const logOf = (database: string) => statSync(`${file(database)}-wal`, { throwIfNoEntry: false })?.ino;
  const first = await startProcess(settings);
  t.teardown(() => first.end('SIGKILL'));
  const acknowledged = new Acknowledged(first.url, first.said);
  const ann = await acknowledged.register(t, 'ann@example.com');
  await acknowledged.addLinks(t, ann);

  for (const [index, { way, command, look, copies: isCopy }] of ways.entries()) {
    const logs = DATABASES.map(logOf);
    t.false(logs.includes(undefined));
    const links = [...acknowledged.links];
    const people = acknowledged.people.size;
    const copies = temporaryFolder(t);
    const opened = DATABASES.map((database) =>
      run(command, look(file(database), path.join(copies, database)), { encoding: 'utf8' }),
    );
    await Promise.all([...opened, acknowledged.addLinks(t, ann)]);
    t.deepEqual(DATABASES.map(logOf), logs, `${way} removed a write-ahead log`);
    if (LISTS_LOCKS) {
      const unlocked = DATABASES.filter((database) => !isLocked(first.pid, file(database)));
      t.deepEqual(unlocked, [], `after ${way}`);
    }
    if (isCopy) {
      const streams = namesIn(path.join(copies, 'events.db'), 'SELECT stream AS name FROM events');
      const missing = links.filter((id) => !streams.has(`link-${id}`));
      t.deepEqual(missing, [], `a copy, ${way}, lacks links that were acknowledged before`);
      const owners = namesIn(path.join(copies, 'keys.db'), 'SELECT owner AS name FROM keys');
      t.true(owners.size >= people, `a copy, ${way}, lacks keys of people who had registered`);
    }
    await acknowledged.addLinks(t, ann);
    await acknowledged.register(t, `person${index}@example.com`);
  }
  await first.end('SIGKILL');

  // The views would still show names whose keys are lost: built again, they need the log and the keys.
  removeViews(dataDir);
  const second = await startProcess(settings);
  t.teardown(() => second.end('SIGKILL'));
  const { body: kept } = await ann.at(second.url).get<LinkAnswer[]>('/api/links');
  const ids = new Set(kept.map(({ id }) => id));
  t.deepEqual(
    acknowledged.links.filter((id) => !ids.has(id)),
    [],
  );
  for (const [email, person] of acknowledged.people) {
    const { body } = await person.at(second.url).get<ProfileAnswer>('/api/user/profile');
    t.like(body, { email, firstName: `First ${email}` });
  }
  t.is(await second.end('SIGTERM'), 0);
});

(LISTS_LOCKS ? test : test.skip)('a database stays locked when its process opens it again', async (t) => {
  const dataDir = realpathSync(temporaryFolder(t));
  const folder = openDataFolder(dataDir, createLogger('silent'));
  const first = openSqliteEvents(folder.events);
  t.true(isLocked(process.pid, folder.events));
  const second = openSqliteEvents(folder.events);
  t.true(isLocked(process.pid, folder.events));
  await second.close();
  t.true(isLocked(process.pid, folder.events));
  t.throws(() => openDataFolder(dataDir, createLogger('silent')), { message: /in use by another Linkledger process/ });
  t.true(isLocked(process.pid, folder.events));
  await first.close();
  t.false(isLocked(process.pid, folder.events));
  folder.close();
});
