/** A backup of a server under load, by its command and on its schedule, is restored and equals the source. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../../command-service/contract/events.ts';
import { rebuild } from '../../../../projections/runner/rebuild.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { EventAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { listBackups } from '../../../engines/embedded/backup/backup-folder.ts';
import type { BackupSummary } from '../../../engines/embedded/backup/take-backup.ts';
import { connect, RowStatement } from '../../../engines/embedded/sqlite/database.ts';
import { EVIDENCE } from '../../../ports/storage/blob-store.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { startProcess } from '../../apps/server-process.ts';
import { openStores } from '../../apps/stores.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { png } from '../../sample-images.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { toolSettings } from '../../tool-settings.ts';
import { hashViews } from '../../view-hashes.ts';
import { waitUntil } from '../../wait-until.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const CLIENT = 'https://client.example/tea';
const PASSPHRASE = 'correct horse battery staple';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const PAGES = 500;
/** People who add links at the same time. */
const WRITERS = 2;

const pages = await startPageServer();
test.after.always(() => pages.close());
const checker = { CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };

/** Runs a command of the terminal; resolves to its exit code and what it printed. */
async function command(name: 'backup' | 'restore', args: readonly string[], settings: Record<string, string>) {
  const env = { ...toolSettings(), ...settings };
  const file = path.join(ROOT, 'infra', 'main', 'cli', `${name}.ts`);
  const ran = await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: ROOT }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: 'code' in ran ? ran.code : 0, stdout: ran.stdout, stderr: ran.stderr };
}

/** Adds links, each when the last one is checked, until `stop` is called, which waits for the last answers. */
function write(person: Visitor): { readonly added: readonly string[]; stop(): Promise<void> } {
  const added: string[] = [];
  let isStopped = false;
  let next = 0;
  const one = async () => {
    while (!isStopped) {
      const articleLink = pages.at(`/tea-${next++ % PAGES}`);
      const body = { articleLink, clientLink: CLIENT, allowDuplicate: true };
      const answer = await person.send<{ id: string }>('POST', '/api/links', body);
      if (answer.status !== 201) throw new Error(`adding a link answered ${answer.status}`);
      added.push(answer.body.id);
      await waitUntil(async () => !(await person.get<LinkAnswer>(`/api/links/${answer.body.id}`)).body.checking);
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, one));
  return {
    added,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

/** SHA-256 over the stored rows of the log up to a position, in order. */
function hashLog(folder: string, head: number): string {
  const database = connect(path.join(folder, 'events.db'), { readOnly: true });
  const hash = createHash('sha256');
  const columns = 'position, stream, revision, id, type, data, metadata';
  const rows = new RowStatement(database, `SELECT ${columns} FROM events WHERE position <= ? ORDER BY position`);
  for (const row of rows.all(head)) hash.update(JSON.stringify(row));
  database.close();
  return hash.digest('hex');
}

/** A copy of a data folder whose log ends at a position. */
function cutAt(t: ExecutionContext, folder: string, head: number): string {
  const copy = path.join(temporaryFolder(t), 'cut');
  mkdirSync(copy);
  for (const name of ['events.db', 'keys.db', 'identity.secret', 'durable.db'])
    cpSync(path.join(folder, name), path.join(copy, name));
  const database = connect(path.join(copy, 'events.db'));
  database.prepare('DELETE FROM events WHERE position > ?').run(head);
  database.close();
  return copy;
}

/** The hashes of all views, built from the log of a folder; and the evidence that its events name. */
async function contentOf(t: ExecutionContext, dataDir: string) {
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, quiet);
  const statuses = await rebuild(
    allViews,
    [],
    { feed: stores.feed, reads: stores.views, logger: quiet },
    { write: () => true },
  );
  t.deepEqual(
    statuses.filter(({ state }) => state === 'stopped'),
    [],
  );
  const views = await hashViews(stores.views, allViews, 'with positions');
  const named: string[] = [];
  const head = await stores.store.head();
  const stop = new AbortController();
  for await (const events of stores.feed.follow(0, stop.signal)) {
    named.push(...events.flatMap((event: LinkledgerEvent) => (event.type === 'EvidenceKept' ? event.data.hash : [])));
    if ((events.at(-1)?.position ?? 0) >= head) break;
  }
  const missing: string[] = [];
  for (const hash of named) {
    const bytes = await stores.blobs.get(EVIDENCE, hash);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash) missing.push(hash);
  }
  await stores.close();
  return { views, named, missing };
}

test('a backup that is taken while links are added restores log, views and evidence as they were at its head', async (t) => {
  const dataDir = path.join(temporaryFolder(t), 'data');
  // Each page has another text: its evidence is another file.
  for (let page = 0; page < PAGES; page += 1)
    pages.set(`/tea-${page}`, article(`<p>We like <a href="${CLIENT}">good tea ${page}</a>.</p>`));
  const app = await startProcess({ ...checker, DATA_DIR: dataDir });
  const ann = await signIn(app.url, 'ann@example.com', app.said);
  await ann.send('POST', '/api/user/photo', { profilePhoto: `data:image/png;base64,${png().toString('base64')}` });
  const { id: annId } = (await ann.get<UserAnswer>('/api/auth/user')).body;
  const to = path.join(temporaryFolder(t), 'backups');
  const writing = write(ann);
  // Evidence follows the checks.
  const happened = async () => (await ann.get<EventAnswer[]>('/api/events?types=EvidenceKept&limit=20')).body.length;
  await waitUntil(async () => writing.added.length >= 20 && (await happened()) > 10);
  const settings = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const before = writing.added.length;
  const backup = await command('backup', [to, '--json'], settings);
  t.is(backup.code, 0, backup.stderr);
  t.true(writing.added.length > before, 'nobody could write during the backup');
  await waitUntil(() => writing.added.length >= before + 20);
  await writing.stop();
  // A busy machine could not end checks that are under way in the time that a process has to stop.
  await waitUntil(async () => (await ann.get<StatsAnswer>('/api/stats')).body.pending === 0);
  t.is(await app.end('SIGTERM'), 0, app.logged());
  const { head }: BackupSummary = JSON.parse(backup.stdout);
  if (head === null) throw new Error('the backup has no log');

  const target = path.join(temporaryFolder(t), 'restored');
  const restored = await command('restore', [to, '--to', target], settings);
  t.is(restored.code, 0, restored.stderr);
  t.regex(restored.stdout, /Every file was compared with its hash/);
  t.is(hashLog(target, Number.MAX_SAFE_INTEGER), hashLog(dataDir, head));

  const again = await startProcess({ ...checker, DATA_DIR: target });
  const person = await signIn(again.url, 'ann@example.com', again.said);
  t.is((await person.get<UserAnswer>('/api/auth/user')).body.id, annId);
  t.is(await again.end('SIGTERM'), 0, again.logged());
  const fresh = path.join(temporaryFolder(t), 'fresh');
  const second = await command('restore', [to, '--to', fresh], settings);
  t.is(second.code, 0, second.stderr);
  const [mine, expected] = [await contentOf(t, fresh), await contentOf(t, cutAt(t, dataDir, head))];
  t.deepEqual(mine.views, expected.views);
  t.deepEqual(mine.named, expected.named);
  t.true(mine.named.length > 10);
  t.deepEqual(mine.missing, []);
  t.log(`${head} events, ${mine.named.length} files of evidence`);
});

test('the server takes a backup by itself, reports it in its metrics, and takes none again before it is due', async (t) => {
  const dataDir = path.join(temporaryFolder(t), 'data');
  const folder = path.join(temporaryFolder(t), 'backups');
  const settings = { ...checker, DATA_DIR: dataDir, BACKUP_FOLDER: folder, BACKUP_EVERY: '6h', BACKUP_KEEP: '2' };
  const first = await startProcess(settings);
  await signIn(first.url, 'ann@example.com', first.said);
  const [name] = await waitUntil(async () => {
    const found = await listBackups(folder);
    return found.length > 0 && found;
  });
  const figure = async (url: string, metric: string) =>
    Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(await (await request(`${url}/metrics`)).body.text())?.[1]);
  await waitUntil(async () => (await figure(first.url, 'linkledger_backup_last_success_timestamp_seconds')) > 0);
  t.is(await figure(first.url, 'linkledger_backup_failed'), 0);
  t.is(await first.end('SIGTERM'), 0);
  const second = await startProcess(settings);
  await waitUntil(async () => (await figure(second.url, 'linkledger_backup_last_success_timestamp_seconds')) > 0);
  t.deepEqual(await listBackups(folder), [name]);
  t.is(await second.end('SIGTERM'), 0);
});

test('a scheduled backup that cannot be written is named in the log and in the metrics, and the server works on', async (t) => {
  const folder = path.join(temporaryFolder(t), 'a-file');
  writeFileSync(folder, '');
  const dataDir = path.join(temporaryFolder(t), 'data');
  const app = await startProcess({ ...checker, DATA_DIR: dataDir, BACKUP_FOLDER: folder });
  await waitUntil(async () =>
    /^linkledger_backup_failed 1$/m.test(await (await request(`${app.url}/metrics`)).body.text()),
  );
  await signIn(app.url, 'ann@example.com', app.said);
  t.is(await app.end('SIGTERM'), 0);
});

test('both commands refuse wrong arguments, say what to write, and leave nothing behind', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { DATA_DIR: path.join(folder, 'data') };
  const wrong: ['backup' | 'restore', readonly string[], RegExp][] = [
    ['backup', [], /Name one folder or archive\.\nWrite: npm run backup -- /],
    ['backup', ['x', '--keep', 'all'], /--keep must be a whole number from 1/],
    [
      'backup',
      ['x', '--every', '6h'],
      /Unknown option '--every'[\s\S]*set BACKUP_FOLDER, BACKUP_EVERY and BACKUP_KEEP/,
    ],
    ['backup', [path.join(folder, 'b')], /has no data of Linkledger \(events\.db is missing\)/],
    ['backup', ['x', '--passphrase-file', path.join(folder, 'none')], /The passphrase file cannot be read/],
    ['restore', [], /Name one backup\.\nWrite: npm run restore -- /],
    ['restore', [path.join(folder, 'none')], /none does not exist/],
    ['restore', [folder], /has no complete backup/],
  ];
  for (const [name, args, expected] of wrong) {
    const { code, stderr } = await command(name, args, settings);
    t.is(code, 1, args.join(' '));
    t.regex(stderr, expected);
    t.notRegex(stderr, /\n {4}at /);
  }
  t.deepEqual(readdirSync(folder), []);
});

test('a backup with EventStoreDB and MongoDB is refused, and the error names the document for it', async (t) => {
  const servers = {
    ...{
      EVENT_STORE_URL: 'esdb://localhost:1',
      READ_STORE_URL: 'mongodb://localhost:1/x',
      PUBLIC_URL: 'http://x.example',
    },
    ...{ SESSION_SECRET: 's'.repeat(32), IDENTITY_SECRET: 'i'.repeat(32), SMTP_URL: 'file:/tmp' },
  };
  const { code, stderr } = await command('backup', ['x'], servers);
  t.is(code, 1);
  t.regex(stderr, /backed up with their own tools: infra\/docs\/operating\.md/);
});
