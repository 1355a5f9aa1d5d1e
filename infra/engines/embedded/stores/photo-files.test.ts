import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openPhotoFiles } from './photo-files.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const bytes = (text: string) => new TextEncoder().encode(text);

test('a photo is kept for its person alone, readable for the owner of the files only', async (t) => {
  const folder = path.join(temporaryFolder(t), 'photos');
  const photos = openPhotoFiles(folder);
  t.is(await photos.get('ann', hash('a')), null);
  await photos.put('ann', hash('a'), bytes('a'));
  t.deepEqual(new Uint8Array((await photos.get('ann', hash('a'))) ?? []), bytes('a'));
  t.is(await photos.get('bob', hash('a')), null);
  for (const at of ['.', 'ann', `ann/${hash('a')}`]) t.is(statSync(path.join(folder, at)).mode & 0o077, 0, at);
});

test('what is not kept is gone, half-written files too', async (t) => {
  const folder = path.join(temporaryFolder(t), 'photos');
  const photos = openPhotoFiles(folder);
  await photos.put('ann', hash('a'), bytes('a'));
  await photos.put('ann', hash('b'), bytes('b'));
  await photos.keepOnly('ann', hash('b'));
  t.deepEqual(readdirSync(path.join(folder, 'ann')), [hash('b')]);
  await photos.keepOnly('ann', null);
  t.false(existsSync(path.join(folder, 'ann')));
  await photos.keepOnly('ann', null);
});

test('a name that leads out of the folder names nothing', async (t) => {
  const photos = openPhotoFiles(temporaryFolder(t));
  t.is(await photos.get('..', hash('a')), null);
  t.is(await photos.get('ann', '../../etc/passwd'), null);
  await t.throwsAsync(photos.put('../ann', hash('a'), bytes('a')), { instanceOf: TypeError });
  await t.throwsAsync(photos.put('ann', 'x', bytes('a')), { instanceOf: TypeError });
  await t.throwsAsync(photos.keepOnly('..', null), { instanceOf: TypeError });
});
