/** The contract of Checkpoints as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import type { Checkpoints } from '../../ports/storage/checkpoints.ts';
import { LeaseLostError } from '../../ports/storage/leases.ts';
import type { Opener } from '../temporary-folder.ts';

/** Registers the tests. `open` answers an empty store. */
export function checkpointsContract(open: Opener<Checkpoints>): void {
  test('a checkpoint is null until it is put, then the position put last, also a smaller one', async (t) => {
    const checkpoints = await open(t);
    t.is(await checkpoints.get('a'), null);
    for (const position of [0, 4_096, 12]) {
      await checkpoints.put('a', position, 1);
      t.is(await checkpoints.get('a'), position);
    }
    t.is(await checkpoints.get('b'), null);
  });

  test('a checkpoint put under an older lease is refused and changes nothing', async (t) => {
    const checkpoints = await open(t);
    await checkpoints.put('a', 1, 1);
    await checkpoints.put('a', 2, 3);
    await t.throwsAsync(checkpoints.put('a', 9, 2), { instanceOf: LeaseLostError });
    t.is(await checkpoints.get('a'), 2);
    await checkpoints.put('a', 5, 3);
    await checkpoints.put('b', 7, 1);
    t.deepEqual([await checkpoints.get('a'), await checkpoints.get('b')], [5, 7]);
  });
}
