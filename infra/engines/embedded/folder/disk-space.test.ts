import os from 'node:os';
import test from 'ava';
import { describeFreeSpace, watchDisk } from './disk-space.ts';

test('below 1 GB of free space there is a warning, below 64 MB an error', (t) => {
  t.is(describeFreeSpace(1024 ** 3), null);
  t.deepEqual(describeFreeSpace(500 * 1024 ** 2), {
    level: 'warn',
    message: 'the disk of the data folder is getting full: 500 MB are left',
  });
  t.is(describeFreeSpace(0)?.level, 'error');
});

test('the figures name what is left and the size of the disk', async (t) => {
  const quiet = { info() {}, warn() {}, error() {} };
  const watch = watchDisk(os.tmpdir(), quiet);
  t.teardown(() => watch.stop());
  const [free, size] = await Promise.all(watch.metrics.map(async ({ read }) => (await read())[0]?.value ?? Number.NaN));
  t.true(free !== undefined && size !== undefined && free > 0 && free <= size);
});

test('a missing folder is reported once, without an error', async (t) => {
  const said: string[] = [];
  const reported = Promise.withResolvers<void>();
  const warn = (_: object, message: string) => {
    said.push(message);
    reported.resolve();
  };
  const watch = watchDisk('/no/such/folder', { info() {}, warn, error() {} });
  t.teardown(() => watch.stop());
  await reported.promise;
  t.deepEqual(said, ['the free space of the disk could not be read']);
});
