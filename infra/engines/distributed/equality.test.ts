/** The same history makes the same views on every engine: the log is copied from SQLite, and both sides are rebuilt. */
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { rebuild } from '../../../projections/runner/rebuild.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { links } from '../../../projections/views/links/links.ts';
import { copyAgency } from '../../main/cli/copy-agency.ts';
import { readConfig } from '../../main/config/config.ts';
import { askForLink, signInWith } from '../../main/demo/api-client.ts';
import { startArticleServer } from '../../main/demo/articles/server.ts';
import { printedMails } from '../../main/demo/mailbox.ts';
import { writePast } from '../../main/demo/past.ts';
import { checkAll } from '../../main/demo/seed.ts';
import { openLog } from '../../main/parts/open-log.ts';
import type { LinkledgerEngine } from '../../main/parts/role.ts';
import { start } from '../../main/process/start.ts';
import { OWNER } from '../../main/sample/agency.ts';
import { hasServers, NO_CLUSTER } from '../../testing/apps/cluster.ts';
import { MANY_SIGN_INS } from '../../testing/apps/server.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { writeAll } from '../../testing/event-builder.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findMongoDb, freshDatabase } from '../../testing/servers/mongodb.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { hashViews, type ViewHashes } from '../../testing/view-hashes.ts';
import { openDistributedEngine } from './engine.ts';

const { logger } = recordingLogger();
const EVENTS = 3_000;

if (hasServers()) {
  const servers = await Promise.all([findEventStoreDb(), findMongoDb()]);
  const [log, views] = servers;
  if (log === null || views === null) throw new Error(NO_CLUSTER);
  test.after.always(() => Promise.all([log.stop(), views.stop()]));
  const open = () => openDistributed(log.url, freshDatabase(views.url));

  test('a random history makes the same views in MongoDB and in SQLite', async (t) => {
    const dataDir = temporaryFolder(t);
    const source = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
    for (const event of randomHistory(Number(process.env.HISTORY_SEED ?? 1), EVENTS)) {
      await writeAll(source.store, [event]);
    }
    await source.close();
    t.deepEqual(await assertEqual(t, dataDir, await open()), [], 'every view has documents');
  });

  test('the history of the demo makes the same views in MongoDB and in SQLite', async (t) => {
    const dataDir = temporaryFolder(t);
    await playDemo(dataDir);
    await assertEqual(t, dataDir, await open());
  });
} else {
  test.skip(NO_CLUSTER, () => undefined);
}

function openDistributed(eventStoreUrl: string, readStoreUrl: string): Promise<LinkledgerEngine> {
  return openDistributedEngine<LinkledgerEvent, CheckQueues>(
    { dataDir: '', logLevel: 'silent', schemas: allViews, logger, now: () => new Date(), mayRemove: () => false },
    { eventStoreUrl, readStoreUrl, kafka: null, namespace: `t${randomBytes(6).toString('hex')}-` },
  );
}

/** Writes the demo's ninety days into a folder, and checks its links once. */
async function playDemo(dataDir: string): Promise<void> {
  const articles = await startArticleServer();
  const settings = { CHECKER_ALLOW_HOSTS: articles.host, CHECKER_TIMEOUT_MS: '6000', LOG_LEVEL: 'error' };
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...settings, ...MANY_SIGN_INS });
  const { signal } = new AbortController();
  await writePast(config, articles, () => undefined, signal);
  const { hear, ...mails } = printedMails(() => undefined);
  const server = await start(config, { print: hear });
  const owner = await signInWith(await askForLink(server.url, OWNER.email, mails, signal), signal);
  await checkAll(owner, () => undefined, signal);
  await server.stop();
  await articles.close();
}

/**
 * Copies the folder to the target, rebuilds the views of both, and compares them, also with the views before. Returns
 * the names of the empty views.
 */
async function assertEqual(t: ExecutionContext, dataDir: string, target: LinkledgerEngine): Promise<readonly string[]> {
  t.teardown(() => target.close());
  const source = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  t.teardown(() => source.close());
  const copied = await copyAgency(source, target);
  const hasViews = (await source.views.position(links)) > 0;
  const before = hasViews ? await hashViews(source.views, allViews, 'with positions') : null;
  await rebuildAll(source);
  if (before !== null) t.deepEqual(await hashViews(source.views, allViews, 'with positions'), before);
  await rebuildAll(target);
  const expected = await hashViews(source.views, allViews, 'without positions');
  t.deepEqual(await hashViews(target.views, allViews, 'without positions'), expected);
  const [empty, full] = [namesOf(expected, '0 '), namesOf(expected, '')];
  t.log(`${copied.events} events, ${full.length} views, empty: ${empty.join(', ') || 'none'}`);
  return empty;
}

const namesOf = (hashes: ViewHashes, prefix: string) =>
  Object.keys(hashes).filter((name) => hashes[name]?.startsWith(prefix));

async function rebuildAll(engine: Pick<LinkledgerEngine, 'log' | 'keys' | 'views'>): Promise<void> {
  const feed = openLog(engine, logger);
  const statuses = await rebuild(allViews, [], { feed, reads: engine.views, logger }, { write: () => true });
  const stopped = statuses.filter(({ state }) => state === 'stopped');
  if (stopped.length > 0) throw new Error(`views stopped: ${JSON.stringify(stopped)}`);
}
