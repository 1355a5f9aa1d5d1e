/** The backup without a pause of infra/docs/operating.md, and the data that it restores. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import type { HistoryAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { signIn } from '../../testing/actors/visitor.ts';
import { clusterSettings, startCluster, type TestCluster } from '../../testing/apps/cluster.ts';
import { recipientsIn } from '../../testing/apps/outbox.ts';
import { MANY_SIGN_INS } from '../../testing/apps/server.ts';
import { article, type Pages, startPageServer } from '../../testing/fakes/page-server.ts';
import { startEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findProgram } from '../../testing/servers/find-server.ts';
import { freshDatabase, startMongoDb } from '../../testing/servers/mongodb.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { toolSettings } from '../../testing/tool-settings.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const run = promisify(execFile);
const VERIFY = path.resolve(import.meta.dirname, '..', '..', 'main', 'cli', 'verify.ts');
const CLIENT = 'https://client.example/tea';
const ARGS = ['--command', '2', '--query', '1', '--projections', '1'];
/** How many people add links at once, and how many links each of them adds. */
const AT_ONCE = 3;
const LINKS = 3;

const PROGRAMS = [['kurrentd', 'eventstored'], ['mongod'], ['mongodump'], ['mongorestore']] as const;
if (PROGRAMS.some((names) => findProgram(...names) === null))
  test.skip('Backup: not tested. Put eventstored, mongod, mongodump and mongorestore on the PATH', () => undefined);
else
  test('a backup that is taken while people work restores every event with its key and its evidence', async (t) => {
    const servers = await startServers();
    const restored = await startServers();
    const pages = await startPageServer();
    t.teardown(() => Promise.all([servers.stop(), restored.stop(), pages.close()]));
    const settings = {
      ...clusterSettings(),
      ...MANY_SIGN_INS,
      CHECKER_ALLOW_HOSTS: pages.host,
      CHECKER_RENDER: 'never',
    };
    const cluster = await startCluster(ARGS, temporaryFolder(t), { ...settings, ...servers.urls });
    t.teardown(() => cluster.close());

    const backup = temporaryFolder(t);
    const over = new AbortController();
    const people: Person[] = [];
    const working = Array.from({ length: AT_ONCE }, () => work(cluster, pages, people, over.signal));
    await waitUntil(() => people.length >= 2 * AT_ONCE);
    const before = [...people];
    await dump(servers.urls.READ_STORE_URL, backup, ['progress', 'durable']);
    await copyLog(servers.eventStore.folder, backup);
    await dump(servers.urls.READ_STORE_URL, backup, ['keys', 'blobs.files', 'blobs.chunks', 'blobs.sizes']);
    await waitUntil(() => people.length >= before.length + AT_ONCE);
    over.abort();
    await Promise.all(working);
    await cluster.stop();

    await restored.eventStore.signal('SIGTERM');
    await restoreLog(backup, restored.eventStore.folder);
    // KurrentDB cuts the log to the end of the backup and ends: the second start serves it.
    await restored.eventStore.start().catch(() => restored.eventStore.start());
    const { host } = new URL(restored.urls.READ_STORE_URL);
    const names = ['--nsFrom', `${databaseOf(servers)}.*`, '--nsTo', `${databaseOf(restored)}.*`];
    await run('mongorestore', ['--quiet', '--uri', `mongodb://${host}/`, ...names, path.join(backup, 'mongodb')]);

    const urls = [restored.urls.EVENT_STORE_URL, restored.urls.READ_STORE_URL];
    const { stdout } = await run(process.execPath, [VERIFY, ...urls], { env: { ...toolSettings(), ...settings } });
    t.regex(stdout, /Everything fits\./);
    t.log(stdout.trim().split('\n')[0]);

    const dataDir = temporaryFolder(t);
    const again = await startCluster(ARGS, dataDir, { ...settings, ...restored.urls });
    t.teardown(() => again.close());
    for (const { email, articles } of before) {
      const visitor = await signIn(again.url, email, again.said);
      const { body: links } = await visitor.get<LinkAnswer[]>('/api/links');
      t.deepEqual(links.map(({ articleLink }) => articleLink).toSorted(), articles.toSorted());
      for (const { id } of links) {
        await waitUntil(async () => (await visitor.get<LinkAnswer>(`/api/links/${id}`)).body.status === 'live');
        const { body: history } = await visitor.get<HistoryAnswer[]>(`/api/links/${id}/history`);
        t.true(history.some(({ kind }) => kind === 'checked'));
      }
    }
    // Nothing is mailed a second time: these mails are the sign-in links.
    t.deepEqual(recipientsIn(dataDir).toSorted(), before.map(({ email }) => email).toSorted());
  });

type Servers = Awaited<ReturnType<typeof startServers>>;

async function startServers() {
  const [eventStore, mongo] = await Promise.all([startEventStoreDb(), startMongoDb()]);
  if (eventStore === null || mongo === null) throw new Error('the programs are on the PATH');
  return {
    eventStore,
    urls: { EVENT_STORE_URL: eventStore.url, READ_STORE_URL: freshDatabase(mongo.url) },
    stop: () => Promise.all([eventStore.stop(), mongo.stop()]),
  };
}

function databaseOf({ urls }: Servers): string {
  return new URL(urls.READ_STORE_URL).pathname.slice(1);
}

/** A person whose links are all acknowledged. */
interface Person {
  readonly email: string;
  readonly articles: readonly string[];
}

let ids = 0;
let added = 0;

/** People sign up and add their links, one person after another, until the signal. */
async function work(cluster: TestCluster, pages: Pages, people: Person[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const email = `person-${++ids}@example.com`;
    const visitor = await signIn(cluster.url, email, cluster.said);
    const articles: string[] = [];
    while (articles.length < LINKS) {
      const at = `/tea-${++ids}`;
      pages.set(at, article(`<p>We like <a href="${CLIENT}">tea number ${ids}</a>.</p>`));
      const body = { articleLink: pages.at(at), clientLink: CLIENT };
      const { status } = await visitor.send('POST', '/api/links', body);
      if (status !== 201) throw new Error(`adding a link answered ${status}`);
      articles.push(body.articleLink);
      added++;
    }
    people.push({ email, articles });
  }
}

async function dump(url: string, backup: string, collections: readonly string[]): Promise<void> {
  for (const name of collections)
    await run('mongodump', ['--quiet', '--uri', url, '--collection', name, '--out', path.join(backup, 'mongodb')]);
}

/**
 * In the order of the manual: the index, then the log, and the checkpoints before the rest. A link is added after each
 * of the four steps.
 */
async function copyLog(folder: string, backup: string): Promise<void> {
  for (const part of ['index', 'db']) {
    const files = filesIn(path.join(folder, part));
    for (const checkpoints of [true, false]) {
      for (const file of files.filter((file) => file.endsWith('.chk') === checkpoints)) {
        const to = path.join(backup, part, file);
        await mkdir(path.dirname(to), { recursive: true });
        await copyFile(path.join(folder, part, file), to);
      }
      const before = added;
      await waitUntil(() => added > before);
    }
  }
}

async function restoreLog(backup: string, folder: string): Promise<void> {
  for (const part of ['index', 'db']) {
    await rm(path.join(folder, part), { recursive: true });
    await cp(path.join(backup, part), path.join(folder, part), { recursive: true });
  }
  await copyFile(path.join(folder, 'db', 'chaser.chk'), path.join(folder, 'db', 'truncate.chk'));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}
