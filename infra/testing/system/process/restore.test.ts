/** A backup as infra/docs/security.md describes it, restored into a new folder, whole and with parts missing. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { PhotoAnswer, UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { openDurableStores } from '../../../engines/embedded/stores/durable-stores.ts';
import { openSqliteExpiring } from '../../../engines/embedded/stores/expiring-store.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { ProcessExitError, startProcess } from '../../apps/server-process.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { png } from '../../sample-images.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const ANN = 'ann@example.com';
const PHOTO = `data:image/png;base64,${png().toString('base64')}`;
const SECRET = 'a session secret from the environment';

/** What a backup holds. */
const BACKUP = [
  'sessions.db',
  'session.secret',
  'durable.db',
  'events.db',
  'keys.db',
  'identity.secret',
  'evidence/',
  'photos/',
];

/** The first column of the table under "What a backup holds". */
function listedFiles(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
  const section = text.split(/^#+ What a backup holds$/m)[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

function temporary(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'linkledger-restore-'));
}

const pages = await startPageServer();
const original = temporary();
const settings = { CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
test.after.always(async () => {
  rmSync(original, { recursive: true, force: true });
  await pages.close();
});

interface Account {
  readonly browser: Visitor;
  readonly userId: string;
  readonly linkId: string;
}
let ann: Account;

const idOf = async (person: Visitor) => (await person.get<UserAnswer>('/api/auth/user')).body.id;
const linksOf = async (person: Visitor) => (await person.get<LinkAnswer[]>('/api/links')).body.map(({ id }) => id);
const photoOf = async (person: Visitor) => (await person.get<PhotoAnswer>('/api/user/photo')).body.profilePhoto;
async function evidenceOf(person: Visitor, linkId: string): Promise<string | null | undefined> {
  const { body } = await person.get<HistoryAnswer[]>(`/api/links/${linkId}/history`);
  return body.find((entry) => entry.kind === 'evidence-kept')?.evidence.url;
}

test.before(async () => {
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const app = await startProcess({ ...settings, DATA_DIR: original });
  const browser = await signIn(app.url, ANN, app.said);
  const added = await browser.send<{ id: string }>('POST', '/api/links', {
    articleLink: pages.at('/tea'),
    clientLink: CLIENT,
  });
  await browser.send('POST', '/api/user/photo', { profilePhoto: PHOTO });
  await waitUntil(() => evidenceOf(browser, added.body.id));
  ann = { browser, userId: await idOf(browser), linkId: added.body.id };
  await app.end('SIGTERM');
});

/** A new folder with what a backup holds, but for `missing`. */
function restored(t: ExecutionContext, ...missing: readonly string[]): string {
  const directory = temporary();
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of BACKUP.filter((each) => !missing.includes(each))) {
    for (const ending of ['', '-wal']) {
      const from = path.join(original, name) + ending;
      if (existsSync(from)) cpSync(from, path.join(directory, name) + ending, { recursive: true });
    }
  }
  return directory;
}

async function refusal(t: ExecutionContext, directory: string): Promise<string> {
  const failure = await t.throwsAsync(startProcess({ ...settings, DATA_DIR: directory }), {
    instanceOf: ProcessExitError,
  });
  t.is(failure?.code, 1);
  const messages = (failure?.stderr ?? '').trim().split('\n');
  t.is(messages.length, 1, failure?.stderr);
  return messages[0] ?? '';
}

async function start(t: ExecutionContext, directory: string, more: Readonly<Record<string, string>> = {}) {
  const app = await startProcess({ ...settings, ...more, DATA_DIR: directory });
  t.teardown(() => app.end('SIGKILL'));
  return { ...app, returning: ann.browser.at(app.url), signIn: () => signIn(app.url, ANN, app.said) };
}

test('the backup of a used folder has each file that security.md lists', (t) => {
  t.deepEqual(listedFiles(), BACKUP);
  for (const name of BACKUP) t.true(existsSync(path.join(original, name)), name);
});

test('a restored backup has the same accounts, links, photos, evidence and sessions', async (t) => {
  const app = await start(t, restored(t));
  t.is(await idOf(app.returning), ann.userId);
  const again = await app.signIn();
  t.is(await idOf(again), ann.userId);
  t.deepEqual(await linksOf(again), [ann.linkId]);
  t.is(await photoOf(again), PHOTO);
  const evidence = await evidenceOf(again, ann.linkId);
  t.is((await again.get(evidence ?? '')).status, 200);
});

for (const name of ['events.db', 'keys.db', 'identity.secret']) {
  test(`a restore without ${name} is refused`, async (t) => {
    const directory = restored(t, name);
    const file = path.join(directory, name);
    t.true((await refusal(t, directory)).startsWith(`${file} is missing although the data folder was in use before`));
    t.false(existsSync(file));
  });
}

test('a restore of the log and the keys alone is refused, because no person would reach their account', async (t) => {
  const directory = restored(t, ...BACKUP.filter((name) => name !== 'events.db' && name !== 'keys.db'));
  t.regex(await refusal(t, directory), /identity\.secret is missing although .* put it back from a backup/);
});

test('a restore with the identity.secret of another installation is refused, and starts once the right one is back', async (t) => {
  const directory = restored(t);
  const file = path.join(directory, 'identity.secret');
  writeFileSync(file, 'ab'.repeat(32));
  t.regex(await refusal(t, directory), /^identity\.secret does not belong to this log: .* same backup as events\.db/);
  cpSync(path.join(original, 'identity.secret'), file);
  const app = await start(t, directory);
  t.is(await idOf(await app.signIn()), ann.userId);
});

test('a restore without session.secret is refused; with SESSION_SECRET it starts and asks people to sign in', async (t) => {
  const directory = restored(t, 'session.secret');
  t.regex(await refusal(t, directory), /session\.secret is missing although people are signed in: .*SESSION_SECRET/);
  const app = await start(t, directory, { SESSION_SECRET: SECRET });
  t.is((await app.returning.get('/api/user/profile')).status, 401);
  const again = await app.signIn();
  t.is(await idOf(again), ann.userId);
  await app.end('SIGTERM');
  t.regex(await refusal(t, directory), /set SESSION_SECRET if it was set before/);
  const next = await start(t, directory, { SESSION_SECRET: SECRET });
  t.is(await idOf(again.at(next.url)), ann.userId);
});

test('a restore without sessions.db and session.secret asks people to sign in again to the same accounts', async (t) => {
  const app = await start(t, restored(t, 'sessions.db', 'session.secret'));
  t.is((await app.returning.get('/api/user/profile')).status, 401);
  const again = await app.signIn();
  t.is(await idOf(again), ann.userId);
  t.deepEqual(await linksOf(again), [ann.linkId]);
});

test('a backup of an older version, without durable.db, is converted at the first start', async (t) => {
  const directory = restored(t, 'durable.db');
  const old = openSqliteExpiring(path.join(directory, 'sessions.db'), () => new Date());
  await old.put('share-views', 'a-share', 12, '9999-12-31T23:59:59.999Z');
  old.close();
  const app = await start(t, directory);
  t.is(await idOf(app.returning), ann.userId);
  await app.end('SIGTERM');
  const durable = openDurableStores(path.join(directory, 'durable.db'), () => new Date());
  t.teardown(() => durable.close());
  t.is(await durable.state.get('share-views', 'a-share'), 12);
});

test('a restore without evidence and photos lacks only the pictures', async (t) => {
  const app = await start(t, restored(t, 'evidence/', 'photos/'));
  t.is(await idOf(app.returning), ann.userId);
  t.deepEqual(await linksOf(app.returning), [ann.linkId]);
  t.is(await photoOf(app.returning), null);
  t.is(await evidenceOf(app.returning, ann.linkId), null);
});
