import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { lazyModule } from './lazy-module.ts';

test('a module is loaded once, and later calls resolve synchronously', async (t) => {
  let fetched = 0;
  const load = lazyModule(async () => ++fetched);
  const [one, other] = await Promise.all([load(), load()]);
  t.deepEqual([one, other, fetched], [1, 1, 1]);
  let told = 0;
  void load().then((found) => {
    told = found;
  });
  t.is(told, 1);
  t.is(await load(), 1);
  t.is(await load().catch(() => 0), 1);
  t.deepEqual(await Promise.allSettled([load()]), [{ status: 'fulfilled', value: 1 }]);
});

test('a failed load is tried again', async (t) => {
  let fails = true;
  const load = lazyModule(async () => {
    if (fails) throw new Error('offline');
    return 'here';
  });
  await t.throwsAsync(load(), { message: 'offline' });
  await nextTurn();
  fails = false;
  t.is(await load(), 'here');
});
