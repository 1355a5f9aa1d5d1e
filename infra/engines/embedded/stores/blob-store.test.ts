import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { EVIDENCE, photosOf } from '../../../ports/storage/blob-store.ts';
import { blobStoreContract } from '../../../testing/contracts/blob-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openBlobFiles } from './blob-store.ts';

function place(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  let seconds = 0;
  const now = () => new Date(Date.UTC(2026, 2, 1) + 1_000 * seconds++);
  return { folder, evidence: path.join(folder, 'evidence'), open: () => openBlobFiles(folder, now) };
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );

blobStoreContract(async (t) => place(t).open());

test('files are readable only by their owner, and found again after a restart in the same order', async (t) => {
  const { folder, open } = place(t);
  const first = open();
  for (const namespace of [EVIDENCE, photosOf('ann')]) {
    const hashes = [];
    for (const text of ['b', 'a', 'c']) hashes.push(await first.put(namespace, Buffer.from(text)));
    t.deepEqual(
      (await open().list(namespace)).map(({ hash }) => hash),
      hashes,
    );
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    t.is(statSync(path.join(folder, name)).mode & 0o077, 0, name);
  }
});

test('evidence is spread over folders, a photo lies in the folder of its person', async (t) => {
  const { folder, open } = place(t);
  const hash = await open().put(EVIDENCE, Buffer.from('abc'));
  await open().put(photosOf('ann'), Buffer.from('abc'));
  t.deepEqual(filesIn(folder).toSorted(), [path.join('evidence', 'ba', '78', hash), path.join('photos', 'ann', hash)]);
});

test('removing the last photo of a person removes their folder', async (t) => {
  const { folder, open } = place(t);
  const store = open();
  const [a, b] = [
    await store.put(photosOf('ann'), Buffer.from('a')),
    await store.put(photosOf('ann'), Buffer.from('b')),
  ];
  await store.remove(photosOf('ann'), a);
  t.true(existsSync(path.join(folder, 'photos', 'ann')));
  await store.remove(photosOf('ann'), b);
  t.false(existsSync(path.join(folder, 'photos', 'ann')));
});

test('a file beside the folders is never served', async (t) => {
  const { folder, evidence, open } = place(t);
  mkdirSync(evidence);
  writeFileSync(path.join(folder, 'secret'), 'x');
  for (const name of ['../secret', '../../secret']) t.is(await open().get(EVIDENCE, name), null);
  t.is(statSync(path.join(folder, 'secret')).size, 1);
});

test('a half-written file of a killed process is removed and never served', async (t) => {
  const { evidence, open } = place(t);
  mkdirSync(path.join(evidence, 'ab', 'cd'), { recursive: true });
  writeFileSync(path.join(evidence, 'ab', 'cd', `${'abcd'.repeat(16)}.00ff.new`), 'half');
  t.deepEqual(await open().list(EVIDENCE), []);
  t.deepEqual(filesIn(evidence), []);
});

test('storing the bytes of a truncated file again repairs it', async (t) => {
  const { evidence, open } = place(t);
  const store = open();
  const hash = await store.put(EVIDENCE, Buffer.from('abc'));
  writeFileSync(path.join(evidence, 'ba', '78', hash), 'a');
  await store.put(EVIDENCE, Buffer.from('abc'));
  t.is(Buffer.from((await store.get(EVIDENCE, hash)) ?? []).toString(), 'abc');
});
