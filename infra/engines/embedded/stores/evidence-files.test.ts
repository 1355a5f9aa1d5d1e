import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openEvidenceFiles } from './evidence-files.ts';

function place(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evidence-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  let seconds = 0;
  const now = () => new Date(Date.UTC(2026, 2, 1) + 1_000 * seconds++);
  const evidence = path.join(folder, 'evidence');
  return { folder, evidence, open: () => openEvidenceFiles(evidence, now) };
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );

test('what was put is there under its hash, for its owner only, and after a restart too', async (t) => {
  const { evidence, open } = place(t);
  const hash = await open().put(Buffer.from('abc'));
  // FIPS 180-2, appendix B.1.
  t.is(hash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const file = path.join('ba', '78', hash);
  t.deepEqual(filesIn(evidence), [file]);
  t.is(statSync(path.join(evidence, file)).mode & 0o777, 0o600);
  t.is(statSync(path.join(evidence, 'ba')).mode & 0o777, 0o700);
  const again = open();
  t.is(Buffer.from((await again.get(hash)) ?? []).toString(), 'abc');
  t.true(await again.has(hash));
  t.deepEqual(await again.list(), [{ hash, bytes: 3 }]);
  await again.remove(hash);
  t.is(await again.get(hash), null);
  t.deepEqual(await again.list(), []);
});

test('files are listed oldest first, and one that is put again is the newest', async (t) => {
  const { open } = place(t);
  const store = open();
  const [a, b] = [await store.put(Buffer.from('a')), await store.put(Buffer.from('bb'))];
  t.deepEqual(await store.list(), [
    { hash: a, bytes: 1 },
    { hash: b, bytes: 2 },
  ]);
  t.is(await store.put(Buffer.from('a')), a);
  for (const each of [store, open()])
    t.deepEqual(
      (await each.list()).map(({ hash }) => hash),
      [b, a],
    );
});

test('a text that is no hash names nothing, whatever path it spells', async (t) => {
  const { folder, open } = place(t);
  writeFileSync(path.join(folder, 'secret'), 'x');
  const store = open();
  const hash = await store.put(Buffer.from('abc'));
  for (const name of [
    '../secret',
    '../../secret',
    '/etc/hostname',
    '',
    '..',
    hash.toUpperCase(),
    `${hash}/`,
    `${hash}\0`,
  ]) {
    t.is(await store.get(name), null, name);
    t.false(await store.has(name), name);
    await store.remove(name);
  }
  t.true(await store.has(hash));
  t.is(statSync(path.join(folder, 'secret')).size, 1);
});

test('what a killed process left half-written is swept away and never served', async (t) => {
  const { evidence, open } = place(t);
  mkdirSync(path.join(evidence, 'ab', 'cd'), { recursive: true });
  writeFileSync(path.join(evidence, 'ab', 'cd', `${'abcd'.repeat(16)}.00ff.new`), 'half');
  t.deepEqual(await open().list(), []);
  t.deepEqual(filesIn(evidence), []);
});

test('a file that was cut off is written anew when its bytes come again', async (t) => {
  const { evidence, open } = place(t);
  const store = open();
  const hash = await store.put(Buffer.from('abc'));
  writeFileSync(path.join(evidence, 'ba', '78', hash), 'a');
  await store.put(Buffer.from('abc'));
  t.is(Buffer.from((await store.get(hash)) ?? []).toString(), 'abc');
});
