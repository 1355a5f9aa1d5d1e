/** Backups of a real data folder: taken, interrupted, pruned, restored and refused. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import test, { type ExecutionContext } from 'ava';
import { EVIDENCE, photosOf } from '../../../ports/storage/blob-store.ts';
import { metadata, type Noted, noted } from '../../../testing/contracts/event-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openDataFolder } from '../folder/data-folder.ts';
import { PROGRAM_VERSION } from '../folder/program-version.ts';
import { openSqliteEvents } from '../log/event-log.ts';
import { lockFile } from '../sqlite/file-lock.ts';
import { openBlobFiles } from '../stores/blob-store.ts';
import { openDurableStores } from '../stores/durable-stores.ts';
import { openSqliteExpiring } from '../stores/expiring-store.ts';
import { openSqliteKeys } from '../stores/key-store.ts';
import { nameOf } from './backup-folder.ts';
import type { KeyProtection } from './key-protection.ts';
import { BackupError, readManifest } from './manifest.ts';
import { checkBackup, type RestoreRequest, restoreBackup } from './restore-backup.ts';
import { type BackupRequest, takeBackup } from './take-backup.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const PLAIN: KeyProtection = { kind: 'plain' };
const PASSPHRASE = 'correct horse battery staple';

/** An open data folder, as in a server. */
async function running(t: ExecutionContext, directory = join(temporaryFolder(t), 'data')) {
  const folder = openDataFolder(directory, quiet);
  const log = openSqliteEvents<Noted>(folder.events);
  const keys = openSqliteKeys(folder.keys);
  const durable = openDurableStores(folder.durable, () => new Date());
  const sessions = openSqliteExpiring(folder.sessions, () => new Date());
  const files = openBlobFiles(directory, () => new Date());
  folder.secret('session');
  folder.markInitialized();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await log.close();
    for (const open of [keys, durable, sessions, folder]) open.close();
  };
  t.teardown(close);
  return { directory, log, keys, durable, sessions, files, close };
}

/** A folder in use: 40 events, a person with a key, a session and a photo, and three evidence files. */
async function agency(t: ExecutionContext) {
  const data = await running(t);
  for (let index = 0; index < 40; index += 1)
    await data.log.append(`s-${index}`, -1, [noted(`${index}`, `event ${index}`)], metadata);
  await data.keys.keyFor('ann');
  await data.sessions.put('session', 'k', 'ann', '2999-01-01T00:00:00Z');
  await data.durable.checkpoints.put('mails', 40, 1);
  const evidence: string[] = [];
  for (const each of ['one', 'two', 'three']) {
    const hash = await data.files.put(EVIDENCE, Buffer.from(`picture ${each}`));
    const file = join(data.directory, EVIDENCE, hash.slice(0, 2), hash.slice(2, 4), hash);
    utimesSync(file, new Date('2026-01-01'), new Date(Date.parse('2026-01-01') + 1_000 * evidence.length));
    evidence.push(hash);
  }
  const photo = await data.files.put(photosOf('ann'), Buffer.from('a photo'));
  const to = join(temporaryFolder(t), 'backups');
  let minutes = 0;
  const take = (more: Partial<BackupRequest> = {}) =>
    takeBackup({
      ...{ dataDir: data.directory, to, keys: PLAIN, keep: null },
      now: () => new Date(Date.parse('2026-11-23T08:00:00Z') + 60_000 * minutes++),
      ...more,
    });
  return { ...data, evidence, photo, to, take };
}

function restore(t: ExecutionContext, from: string, more: Partial<RestoreRequest> = {}) {
  const to = more.to ?? join(temporaryFolder(t), 'restored');
  const unlocking = { passphrase: null, identity: null };
  return restoreBackup({ ...{ from, keysFrom: null, unlocking }, ...more, to }).then((summary) => ({ to, summary }));
}

/** The content of a restored folder, read through the stores that a server opens. */
async function contentOf(t: ExecutionContext, directory: string) {
  const data = await running(t, directory);
  const events = await Promise.all(
    Array.from({ length: 41 }, async (_, index) => (await data.log.read(`s-${index}`)).events),
  );
  const content = {
    head: await data.log.head(),
    events: events.flat().map(({ id, position }) => ({ id, position })),
    key: (await data.keys.find('ann')) !== null,
    session: await data.sessions.get('session', 'k'),
    checkpoint: await data.durable.checkpoints.get('mails'),
    evidence: (await data.files.list(EVIDENCE)).map(({ hash }) => hash),
    photos: (await data.files.list(photosOf('ann'))).map(({ hash }) => hash),
    identity: readFileSync(join(directory, 'identity.secret'), 'utf8'),
  };
  await data.close();
  return content;
}

async function refusal(t: ExecutionContext, work: Promise<unknown>): Promise<string> {
  const error = await t.throwsAsync(work, { instanceOf: BackupError });
  return error?.message ?? '';
}

test('a backup taken while the folder is open restores everything, with the order of the evidence', async (t) => {
  const a = await agency(t);
  const { place } = await a.take();
  const { to, summary } = await restore(t, place);
  t.is(summary.head, 40);
  const restored = await contentOf(t, to);
  t.is(restored.head, 40);
  t.is(restored.events.length, 40);
  t.true(restored.key);
  t.is(restored.session, 'ann');
  t.is(restored.checkpoint, 40);
  t.deepEqual(restored.evidence, a.evidence);
  t.deepEqual(restored.photos, [a.photo]);
  t.is(restored.identity, readFileSync(join(a.directory, 'identity.secret'), 'utf8'));
});

test('files and folders of a backup and of a restored folder are accessible to their owner only', async (t) => {
  const a = await agency(t);
  await a.take();
  const { to } = await restore(t, a.to);
  for (const folder of [a.to, to]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      t.is(mode & 0o077, 0, join(entry.parentPath, entry.name));
    }
  }
});

test('the manifest names the head of the log and the hash of every file, and the backup passes its check', async (t) => {
  const a = await agency(t);
  const { place, files } = await a.take();
  const manifest = await readManifest(place);
  const [last] = (await a.log.read('s-39')).events;
  t.deepEqual(manifest.head, { position: 40, id: last!.id });
  t.is(manifest.linkledger, PROGRAM_VERSION);
  t.is(manifest.files.length, files);
  t.deepEqual(
    manifest.files.filter(({ shared }) => !shared).map((file) => file.path),
    ['linkledger.json', 'sessions.db', 'keys.db', 'identity.secret', 'session.secret', 'durable.db', 'events.db'],
  );
  t.is((await checkBackup(a.to)).head, 40);
});

test('events and files that are written during a backup are in the next backup', async (t) => {
  const a = await agency(t);
  let late = Promise.resolve<unknown>(null);
  const first = await a.take({
    onProgress: (what, done) => {
      if (what === 'log' && done === 0) late = a.log.append('s-40', -1, [noted('40', 'late')], metadata);
    },
  });
  await late;
  t.is(first.head, 40);
  t.is((await a.take()).head, 41);
});

test('evidence is stored once for all backups, and an interrupted backup leaves it for the next', async (t) => {
  const a = await agency(t);
  await t.throwsAsync(
    a.take({
      onProgress(what) {
        if (what === 'log') throw new Error('the disk failed');
      },
    }),
  );
  t.regex(await refusal(t, restore(t, a.to)), /has no complete backup/);
  const first = await a.take();
  t.is(first.reusedBytes, ['picture one', 'picture two', 'picture three', 'a photo'].join('').length);
  const second = await a.take();
  t.is(second.reusedBytes, first.reusedBytes);
  const shared = readdirSync(join(a.to, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  t.is(shared.length, 4);
  t.is(statSync(join(shared[0]!.parentPath, shared[0]!.name)).nlink, 1);
});

test('the folder of an interrupted backup does not count as a backup, and the next backup removes it', async (t) => {
  const a = await agency(t);
  const { place } = await a.take();
  renameSync(place, `${place}.partial`);
  t.regex(await refusal(t, restore(t, a.to)), /has no complete backup/);
  await a.take();
  t.false(existsSync(`${place}.partial`));
});

test('only the newest backups stay, with the evidence that they need', async (t) => {
  const a = await agency(t);
  const [first] = a.evidence;
  const { place: oldest } = await a.take({ keep: 2 });
  await a.files.remove(EVIDENCE, first!);
  await a.take({ keep: 2 });
  t.true(existsSync(join(a.to, 'files', first!.slice(0, 2), first!.slice(2, 4), first!)));
  const third = await a.take({ keep: 2 });
  t.deepEqual(third.removed, [nameOf(new Date('2026-11-23T08:00:00Z'))]);
  t.false(existsSync(oldest));
  t.false(existsSync(join(a.to, 'files', first!.slice(0, 2), first!.slice(2, 4), first!)));
  t.is((await checkBackup(a.to)).files, 7 + 3);
});

for (const ending of ['tar', 'tar.gz', 'tar.zst']) {
  test(`a .${ending} archive holds the whole backup and leaves no other file`, async (t) => {
    const a = await agency(t);
    const folder = temporaryFolder(t);
    const archive = join(folder, `monday.${ending}`);
    await a.take({ to: archive });
    t.deepEqual(readdirSync(folder), [`monday.${ending}`]);
    t.is(statSync(archive).mode & 0o777, 0o600);
    t.is((await checkBackup(archive)).head, 40);
    const { to } = await restore(t, archive);
    const restored = await contentOf(t, to);
    t.is(restored.events.length, 40);
    t.deepEqual(restored.evidence, a.evidence);
    truncateSync(archive, Math.floor(statSync(archive).size / 2));
    t.regex(await refusal(t, restore(t, archive)), /is damaged or cut short|has no complete backup|is missing/);
  });
}

test('keys that are sealed with a passphrase open only with that passphrase', async (t) => {
  const a = await agency(t);
  const { place, keys } = await a.take({ keys: { kind: 'passphrase', passphrase: PASSPHRASE } });
  t.is(keys, 'encrypted');
  t.deepEqual(readdirSync(place).toSorted(), [
    'durable.db',
    'events.db',
    'keys.tar.age',
    'linkledger.json',
    'manifest.json',
  ]);
  const open = (passphrase: string | null) => restore(t, place, { unlocking: { passphrase, identity: null } });
  t.regex(
    await refusal(t, open(null)),
    /keys of this backup are encrypted: give the passphrase with --passphrase-file/,
  );
  t.regex(await refusal(t, open('another passphrase')), /do not open with this passphrase/);
  const restored = await contentOf(t, (await open(PASSPHRASE)).to);
  t.true(restored.key);
  t.is(restored.session, 'ann');
});

test('keys that are sealed for an age recipient open only with its identity', async (t) => {
  const a = await agency(t);
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const recipient = await identityToRecipient(identity);
  const { place } = await a.take({ keys: { kind: 'recipient', recipient } });
  const open = (text: string) => restore(t, place, { unlocking: { passphrase: null, identity: text } });
  t.regex(await refusal(t, open(other)), /do not open with this identity/);
  t.regex(await refusal(t, open('# nothing')), /no line that begins with AGE-SECRET-KEY-/);
  t.true((await contentOf(t, (await open(`# created: today\n${identity}\n`)).to)).key);
});

test('a passphrase that is too short and a wrong recipient are refused before anything is written', async (t) => {
  const a = await agency(t);
  t.regex(await refusal(t, a.take({ keys: { kind: 'passphrase', passphrase: 'short' } })), /at least 12 characters/);
  t.regex(await refusal(t, a.take({ keys: { kind: 'recipient', recipient: 'age1x' } })), /must be an age recipient/);
  t.false(existsSync(a.to));
});

test('a backup without keys is restored together with keys that were backed up after it', async (t) => {
  const a = await agency(t);
  const elsewhere = join(temporaryFolder(t), 'keys');
  const early = await a.take({ to: elsewhere, onlyKeys: true });
  const { place } = await a.take({ keys: { kind: 'left out' } });
  t.deepEqual(readdirSync(place).toSorted(), ['durable.db', 'events.db', 'linkledger.json', 'manifest.json']);
  t.regex(await refusal(t, restore(t, place)), /made without the keys.*with --keys/);
  t.regex(await refusal(t, restore(t, place, { keysFrom: place })), /made without the keys, too/);
  t.regex(await refusal(t, restore(t, place, { keysFrom: early.place })), /are older than the log/);
  t.regex(await refusal(t, restore(t, early.place)), /has only the keys/);
  await a.take({ to: elsewhere, onlyKeys: true });
  const { to } = await restore(t, place, { keysFrom: elsewhere });
  const restored = await contentOf(t, to);
  t.true(restored.key);
  t.is(restored.session, 'ann');
  t.is(restored.head, 40);
});

test('a changed, shortened or missing file of a backup is named, and nothing is restored', async (t) => {
  const a = await agency(t);
  const { place } = await a.take();
  const evidence = a.evidence[1]!;
  const shared = join(a.to, 'files', evidence.slice(0, 2), evidence.slice(2, 4), evidence);
  for (const file of [join(place, 'events.db'), join(place, 'keys.db'), join(place, 'durable.db'), shared]) {
    const original = readFileSync(file);
    const changed = Buffer.from(original);
    changed[changed.length >> 1]! ^= 1;
    for (const [bytes, fault] of [
      [changed, /was changed: its SHA-256/],
      [original.subarray(1), /was changed: it has \d+ bytes where \d+ belong/],
      [null, /is missing/],
    ] as const) {
      if (bytes === null) rmSync(file);
      else writeFileSync(file, bytes);
      const to = join(temporaryFolder(t), 'restored');
      const message = await refusal(t, restore(t, place, { to }));
      t.true(message.startsWith(file), message);
      t.regex(message, fault);
      t.regex(await refusal(t, checkBackup(place)), fault);
      t.false(existsSync(to));
      t.deepEqual(readdirSync(join(to, '..')), []);
    }
    writeFileSync(file, original);
  }
  t.is((await checkBackup(place)).head, 40);
});

test('a backup without a manifest, with a damaged one, or of a newer version is refused', async (t) => {
  const a = await agency(t);
  const { place } = await a.take();
  const file = join(place, 'manifest.json');
  const text = readFileSync(file, 'utf8');
  const wrong: [string, RegExp][] = [
    [text.slice(0, 100), /manifest\.json is damaged \(it is not JSON\)/],
    [text.replace('"path": "events.db"', '"path": "../events.db"'), /damaged .*must be a path inside the data folder/],
    [text.replace('"bytes"', '"size"'), /manifest\.json is damaged/],
    [
      text.replace('"format": 1', '"format": 7').replace(`"linkledger": "${PROGRAM_VERSION}"`, '"linkledger": "9.1.0"'),
      /was made by Linkledger 9\.1\.0 \(backup format 7\); .* restore it with that version or a newer one/,
    ],
    [
      text.replace(`"linkledger": "${PROGRAM_VERSION}"`, '"linkledger": "9.1.0"'),
      /was made by Linkledger 9\.1\.0, and this is Linkledger .*, which cannot read its data/,
    ],
  ];
  for (const [content, expected] of wrong) {
    writeFileSync(file, content);
    t.regex(await refusal(t, restore(t, place)), expected);
  }
  rmSync(file);
  t.regex(await refusal(t, restore(t, place)), /has no complete backup/);
  t.regex(await refusal(t, restore(t, join(place, 'nowhere'))), /does not exist/);
  t.regex(await refusal(t, restore(t, join(place, 'keys.db'))), /is no backup: an archive ends in/);
});

test('a restore overwrites nothing, and names a folder that a server uses', async (t) => {
  const a = await agency(t);
  await a.take();
  t.regex(await refusal(t, restore(t, a.to, { to: a.directory })), /is used by a running Linkledger/);
  await a.close();
  const before = readdirSync(a.directory).toSorted();
  t.regex(await refusal(t, restore(t, a.to, { to: a.directory })), /is not empty, and a restore overwrites nothing/);
  t.deepEqual(readdirSync(a.directory).toSorted(), before);
  const empty = join(temporaryFolder(t), 'empty');
  mkdirSync(empty);
  const { to } = await restore(t, a.to, { to: empty });
  t.is((await contentOf(t, to)).head, 40);
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  t.regex(await refusal(t, restore(t, a.to, { to: file })), /is a file: name a new folder/);
});

test('the next restore replaces the remains of an interrupted one', async (t) => {
  const a = await agency(t);
  await a.take();
  const to = join(temporaryFolder(t), 'restored');
  mkdirSync(`${to}.restoring`);
  writeFileSync(join(`${to}.restoring`, 'stale'), '');
  await restore(t, a.to, { to });
  t.false(existsSync(`${to}.restoring`));
  t.false(existsSync(join(to, 'stale')));
});

test('evidence whose bytes do not match the hash in its name is reported, and kept as it is', async (t) => {
  const a = await agency(t);
  const hash = a.evidence[0]!;
  const name = `evidence/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
  writeFileSync(join(a.directory, name), 'picture 0ne');
  const { damaged, place } = await a.take();
  t.deepEqual(damaged, [name]);
  const { to } = await restore(t, place);
  t.is(readFileSync(join(to, name), 'utf8'), 'picture 0ne');
});

test('a damaged log is not backed up, and earlier backups stay', async (t) => {
  const a = await agency(t);
  for (let index = 41; index < 80; index += 1)
    await a.log.append(`s-${index}`, -1, [noted(`${index}`, 'x'.repeat(2_000))], metadata);
  await a.take({ keep: 1 });
  await a.close();
  const file = join(a.directory, 'events.db');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 3 * 4_096, 6 * 4_096);
  writeFileSync(file, bytes);
  t.regex(await refusal(t, a.take({ keep: 1 })), /events\.db is damaged .*No backup was made/);
  t.is((await checkBackup(a.to)).head, 79);
});

test('a folder without data, a target inside the data folder, and an unwritable target are refused', async (t) => {
  const a = await agency(t);
  const nothing = temporaryFolder(t);
  t.regex(await refusal(t, a.take({ dataDir: nothing })), /has no data of Linkledger \(events\.db is missing\)/);
  t.false(existsSync(a.to));
  t.regex(await refusal(t, a.take({ to: join(a.directory, 'backups') })), /is inside the data folder/);
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  t.regex(await refusal(t, a.take({ to: `${file}.tar`, keep: 3 })), /--keep is for a folder of backups/);
});

test('two backups do not write into one folder', async (t) => {
  const a = await agency(t);
  const file = join(a.to, 'lock.db');
  await a.take({ onProgress: () => t.is(lockFile(file), null, 'a backup locks its folder') });
  const other = lockFile(file);
  t.regex(await refusal(t, a.take()), /Another backup is being written/);
  other?.release();
  await a.take();
});

test('a copy of a folder of backups restores as well', async (t) => {
  const a = await agency(t);
  await a.take();
  const copy = join(temporaryFolder(t), 'copy');
  cpSync(a.to, copy, { recursive: true });
  rmSync(a.to, { recursive: true });
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o400);
  t.is((await contentOf(t, (await restore(t, copy)).to)).head, 40);
});
